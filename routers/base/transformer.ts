import superjson, { type SuperJSONResult } from 'superjson';

/**
 * The transformer of native tRPC: superjson, but a field that a client sends as undefined is absent, as in JSON.
 * Handlers detect absent fields by their keys, so `undefined` would be another case in each of them.
 */
export const transformer = {
  input: {
    serialize: (value: unknown): SuperJSONResult => superjson.serialize(value),
    deserialize(payload: SuperJSONResult): unknown {
      // No input has one, and superjson walks through all of it for each annotation within.
      if (/\["(?:set|map)"/.test(JSON.stringify(payload.meta?.values ?? null))) throw new TypeError('a set or a map');
      const value: unknown = superjson.deserialize(payload);
      // Plain JSON has no undefined.
      if (payload.meta !== undefined) dropUndefined(value);
      return value;
    },
  },
  output: superjson,
};

/** Deletes undefined fields. Visits every object once, for circular and shared references. */
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
