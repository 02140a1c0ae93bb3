import { JSON_TYPE, operationsIn, type OpenApiDocument, type Operation, type Schema } from '../openapi/document.ts';

/** The JSON Schema of a tool's input. */
// A type, since the SDK adds an index signature.
export type InputSchema = {
  type: 'object';
  properties: Record<string, object>;
  required?: string[];
};

/**
 * The input of a procedure as one object, which REST splits into path, query and body.
 *
 * @param without fields that callers cannot send
 */
export function inputSchemaOf({ parameters = [], requestBody }: Operation, without: readonly string[]): InputSchema {
  const inUrl = parameters.filter((one) => one.in !== 'header');
  const body = requestBody?.content[JSON_TYPE]?.schema ?? {};
  const properties: Record<string, Schema> = {
    ...Object.fromEntries(
      inUrl.map(({ name, schema, description }) => [name, { ...schema, ...(description && { description }) }]),
    ),
    ...body.properties,
  };
  for (const name of without) delete properties[name];
  const required = [...inUrl.filter((one) => one.required).map(({ name }) => name), ...(body.required ?? [])].filter(
    (name) => !without.includes(name),
  );
  return { type: 'object', properties: { ...properties }, ...(required.length > 0 && { required }) };
}

/** The operation of each procedure by its name, such as `posts.list`. */
export function operationsByProcedure(document: OpenApiDocument): ReadonlyMap<string, Operation> {
  const ofProcedures = operationsIn(document).filter((one) => one['x-trpc']);
  return new Map(ofProcedures.map((one) => [one.operationId, one]));
}
