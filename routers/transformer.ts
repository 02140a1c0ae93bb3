import superjson, { type SuperJSONResult } from 'superjson';

/**
 * How native tRPC writes values: superjson, where a field that a client sends as undefined is absent, as it is in JSON.
 * Handlers tell absent fields by their keys; `undefined` would be one value more in each of them.
 */
export const transformer = {
  input: {
    serialize: (value: unknown): SuperJSONResult => superjson.serialize(value),
    deserialize(payload: SuperJSONResult): unknown {
      const value: unknown = superjson.deserialize(payload);
      // Plain JSON holds no undefined.
      if (payload.meta !== undefined) dropUndefined(value);
      return value;
    },
  },
  output: superjson,
};

/** Deletes the fields that are undefined. Whatever refers to itself or is nested without end is looked at once. */
function dropUndefined(root: unknown): void {
  const seen = new Set<unknown>();
  const open = [root];
  for (const value of open) {
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    for (const [name, field] of Object.entries(value)) {
      if (field !== undefined) open.push(field);
      else if (!Array.isArray(value)) Reflect.deleteProperty(value, name);
    }
  }
}
