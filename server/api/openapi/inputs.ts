import type { z } from 'zod';

import { procedures, type Route } from '../../http/procedure-routes.ts';
import { withAlternatives } from './alternatives.ts';
import type { OpenApiDocument, Operation, Parameter, Schema } from './document.ts';
import { exampleOf } from './examples.ts';

/**
 * Corrects parameters and body from the procedure's own input: the generator unwraps optional fields and loses their
 * metadata, defaults behind a transformation, and that null means absent.
 */
export function correctInputs(operation: Operation, route: Route, document: OpenApiDocument): void {
  const fields = fieldsOf(route.name);
  for (const parameter of operation.parameters ?? []) correctParameter(parameter, fields[parameter.name], document);
  const body = Object.values(operation.requestBody?.content ?? {})[0];
  if (!body) return;
  for (const [name, schema] of Object.entries(body.schema.properties ?? {})) correctField(schema, fields[name]);
  body.schema = withAlternatives(body.schema);
  body.example = exampleOf(body.schema, document);
}

function correctParameter(parameter: Parameter, field: z.ZodType | undefined, document: OpenApiDocument): void {
  const { schema } = parameter;
  correctSchema(schema, field);
  const { description } = schema;
  delete schema.description;
  if (description !== undefined) parameter.description = description;
  if (parameter.required || schema.examples) parameter.example = exampleOf(schema, document) as Parameter['example'];
}

function correctField(schema: Schema, field: z.ZodType | undefined): void {
  correctSchema(schema, field);
  if (field?.safeParse(null).success && typeof schema.type === 'string') schema.type = [schema.type, 'null'];
}

function correctSchema(schema: Schema, field: z.ZodType | undefined): void {
  const { description, examples } = metadataOf(field);
  if (description !== undefined) schema.description = description;
  if (examples) schema.examples = examples;
  const absent = field?.safeParse(undefined);
  if (absent?.success && absent.data !== undefined) schema.default = asSent(absent.data, schema);
}

/** The output of a flag is 0 or 1. */
function asSent(value: unknown, { type }: Schema): unknown {
  return type === 'boolean' ? Boolean(value) : value;
}

/** The fields of a procedure's input by name, as zod has them. */
function fieldsOf(procedure: string): Record<string, z.ZodType> {
  const definition = procedures[procedure]?._def as { inputs?: z.ZodType[] } | undefined;
  return Object.assign({}, ...(definition?.inputs ?? []).map((input) => unwrap(input).shape)) as Record<
    string,
    z.ZodType
  >;
}

/** The object inside of `.prefault({})`, `.optional()` and the like. */
function unwrap(schema: z.ZodType): { shape?: Record<string, z.ZodType> } {
  const { innerType } = schema.def as Wrapper;
  return innerType ? unwrap(innerType) : (schema as { shape?: Record<string, z.ZodType> });
}

/** Description and examples of a schema, those of a wrapper before those of the schema inside. */
function metadataOf(schema: z.ZodType | undefined): Pick<Schema, 'description' | 'examples'> {
  if (!schema) return {};
  const { innerType, out } = schema.def as Wrapper;
  return { ...metadataOf(innerType ?? out), ...(schema.meta() as Schema | undefined) };
}

/** The schemas inside of `.optional()` and the like, and inside of `z.preprocess`. */
interface Wrapper {
  innerType?: z.ZodType;
  out?: z.ZodType;
}
