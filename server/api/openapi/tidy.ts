import type { Schema } from './document.ts';

/**
 * Simplifies a schema that zod wrote: removes the bounds of safe integers, minimum lengths of 0 and alternatives beside a
 * type, and turns a union with null into a type, and constant numbers into an enum, which more generators understand.
 */
export function tidy(schema: Schema): Schema {
  dropNoise(schema);
  for (const part of partsOf(schema)) tidy(part);
  foldNumbers(schema);
  foldNull(schema);
  return schema;
}

function dropNoise(schema: Schema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minLength === 0) delete schema.minLength;
  // The type comes from `override`, which zod-openapi merges into its own schema.
  if (schema.type !== undefined) delete schema.anyOf;
}

function partsOf({ properties, items, anyOf = [], oneOf = [], allOf = [], additionalProperties }: Schema): Schema[] {
  const more = typeof additionalProperties === 'object' ? [additionalProperties] : [];
  return [...Object.values(properties ?? {}), ...(items ? [items] : []), ...anyOf, ...oneOf, ...allOf, ...more];
}

/** `{ type: "number", const: 1 }`, and alternatives of such, become `{ type: "integer", enum: [1] }`. */
function foldNumbers(schema: Schema): void {
  const { anyOf, const: constant } = schema;
  const values = typeof constant === 'number' ? [constant] : anyOf?.flatMap((one) => numbersIn(one) ?? [null]);
  if (!values?.every((value) => Number.isInteger(value))) return;
  delete schema.const;
  delete schema.anyOf;
  Object.assign(schema, { type: 'integer', enum: values });
}

function numbersIn({ type, enum: values, ...more }: Schema): unknown[] | undefined {
  return type === 'integer' && values && Object.keys(more).length === 0 ? values : undefined;
}

/** `anyOf: [{ type: "string" }, { type: "null" }]` becomes `type: ["string", "null"]`. */
function foldNull(schema: Schema): void {
  const [one, other, ...more] = schema.anyOf ?? [];
  if (!one || other?.type !== 'null' || more.length > 0) return;
  if (typeof one.type !== 'string' || one.enum || one.const !== undefined) return;
  const { anyOf: _, ...own } = schema;
  delete schema.anyOf;
  Object.assign(schema, one, own, { type: [one.type, 'null'] });
}
