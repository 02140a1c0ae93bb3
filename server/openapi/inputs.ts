import type { z } from 'zod';

import { procedures, type Route } from '../routes.ts';
import type { Operation, Parameter, Schema } from './document.ts';
import { exampleOf, type Place } from './examples.ts';
import { wordsFor } from './explain.ts';
import { glossary } from './glossary.ts';

/**
 * Corrects parameters and body from the procedure's own input: the generator unwraps optional fields and loses what
 * was said of them, defaults behind a transformation, and that null means absent.
 */
export function correctInputs(operation: Operation, route: Route, place: Place): void {
  const fields = fieldsOf(route.name);
  for (const parameter of operation.parameters ?? []) correctParameter(parameter, fields[parameter.name], place);
  const body = Object.values(operation.requestBody?.content ?? {})[0];
  if (!body) return;
  for (const [name, schema] of Object.entries(body.schema.properties ?? {})) correctField(schema, fields[name]);
  body.example = exampleOf(body.schema, { ...place, request: true });
}

function correctParameter(parameter: Parameter, field: z.ZodType | undefined, place: Place): void {
  const { schema, name } = parameter;
  const description = field?.meta()?.description ?? schema.description ?? wordsFor(name, schema);
  delete schema.description;
  if (description !== undefined) parameter.description = description;
  addDefault(schema, field);
  const usual = glossary[name]?.usual?.includes(`${place.subject}?`);
  if (parameter.required || usual) parameter.example = exampleOf(schema, { ...place, name }) as Parameter['example'];
}

function correctField(schema: Schema, field: z.ZodType | undefined): void {
  addDefault(schema, field);
  if (field?.safeParse(null).success && typeof schema.type === 'string') schema.type = [schema.type, 'null'];
}

function addDefault(schema: Schema, field: z.ZodType | undefined): void {
  const absent = field?.safeParse(undefined);
  if (absent?.success && absent.data !== undefined) schema.default = absent.data;
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
  const { innerType } = schema.def as { innerType?: z.ZodType };
  return innerType ? unwrap(innerType) : (schema as { shape?: Record<string, z.ZodType> });
}
