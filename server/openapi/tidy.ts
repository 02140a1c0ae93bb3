import type { Schema } from './document.ts';

/**
 * Takes out of a schema what zod writes and nobody needs: the bounds of safe integers, a least length of 0, the
 * alternatives behind a type that was stated, a union with null where a type says the same.
 */
export function tidy(schema: Schema): Schema {
  dropNoise(schema);
  for (const part of partsOf(schema)) tidy(part);
  foldNull(schema);
  return schema;
}

function dropNoise(schema: Schema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minLength === 0) delete schema.minLength;
  // The type comes from `override`, which zod-openapi merges into what it made itself.
  if (schema.type !== undefined) delete schema.anyOf;
}

function partsOf({ properties, items, anyOf = [], oneOf = [], allOf = [], additionalProperties }: Schema): Schema[] {
  const more = typeof additionalProperties === 'object' ? [additionalProperties] : [];
  return [...Object.values(properties ?? {}), ...(items ? [items] : []), ...anyOf, ...oneOf, ...allOf, ...more];
}

/** `anyOf: [{ type: "string" }, { type: "null" }]` becomes `type: ["string", "null"]`. */
function foldNull(schema: Schema): void {
  const [one, other, ...more] = schema.anyOf ?? [];
  if (!one || other?.type !== 'null' || more.length > 0) return;
  if (typeof one.type !== 'string' || one.enum || one.const !== undefined) return;
  delete schema.anyOf;
  const description = schema.description ?? one.description;
  Object.assign(schema, one, { type: [one.type, 'null'] }, description !== undefined && { description });
}
