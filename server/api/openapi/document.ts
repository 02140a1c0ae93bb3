/** The parts of an OpenAPI 3.1 document that are used here. */
export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; description?: string; license?: { name: string; identifier: string } };
  servers: { url: string; description?: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, PathItem>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Response>;
    headers: Record<string, Header>;
    examples: Record<string, Example>;
    securitySchemes: Record<string, unknown>;
  };
}

/** Operations by method, in lower case. */
export type PathItem = Record<string, Operation>;

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, MediaType> };
  responses: Record<string, Response | Reference>;
  /** Who may call it; the sentence is in the description as well. */
  'x-access': 'public' | 'administrator' | 'session' | 'operator';
  /** The procedure of native tRPC behind it, such as `posts.list.query`. */
  'x-trpc'?: string;
}

export interface Parameter {
  in: 'path' | 'query' | 'header';
  name: string;
  required?: boolean;
  description?: string;
  schema: Schema;
  example?: string | number;
}

export interface Response {
  description: string;
  headers?: Record<string, Header | Reference>;
  content?: Record<string, MediaType>;
}

export interface Header {
  description: string;
  required?: boolean;
  schema: Schema;
}

export interface MediaType {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, Reference>;
}

/** A reference to a component. */
export interface Reference {
  $ref: string;
}

export interface Example {
  summary: string;
  value: unknown;
}

/** The keywords of JSON Schema that the document uses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  title?: string;
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

/** The media type of all responses except pages and feeds. */
export const JSON_TYPE = 'application/json';

/** A reference to a schema that has a name. */
export function refTo(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

/** All operations of a document. */
export function operationsIn({ paths }: Pick<OpenApiDocument, 'paths'>): Operation[] {
  return Object.values(paths).flatMap((item) => Object.values(item));
}

/** Resolves a response that may be a reference. */
export function responseOf(
  response: Response | Reference,
  { components }: Pick<OpenApiDocument, 'components'>,
): Response {
  if (!('$ref' in response)) return response;
  const shared = components.responses[referenceName(response.$ref)];
  if (!shared) throw new Error(`${response.$ref} is not described`);
  return shared;
}

/** Resolves a header that may be a reference. */
export function headerOf(header: Header | Reference, { components }: Pick<OpenApiDocument, 'components'>): Header {
  if (!('$ref' in header)) return header;
  const shared = components.headers[referenceName(header.$ref)];
  if (!shared) throw new Error(`${header.$ref} is not described`);
  return shared;
}

/** The name at the end of a reference. */
export function referenceName(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}

/** The schema that a `$ref` names, or the schema itself. */
export function resolve(schema: Schema, { components }: Pick<OpenApiDocument, 'components'>): Schema {
  return (schema.$ref !== undefined && components.schemas[referenceName(schema.$ref)]) || schema;
}
