import {
  JSON_TYPE,
  referenceName,
  type MediaType,
  type OpenApiDocument,
  type Operation,
  type Response,
  type Schema,
} from '../openapi/document.ts';

/** The JSON Schema of an object. */
// A type, since the SDK adds an index signature.
export type ObjectSchema = {
  type: 'object';
  properties: Record<string, object>;
  required?: string[];
  additionalProperties?: boolean;
  oneOf?: object[];
  $defs?: Record<string, object>;
};

/**
 * The input of a procedure as one object, which REST splits into path, query and body.
 *
 * @param without fields that callers cannot send
 */
export function makeInputSchema({ parameters = [], requestBody }: Operation, without: readonly string[]): ObjectSchema {
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
  return {
    type: 'object',
    properties: { ...properties },
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** The output of a procedure, or its failure, with the schemas to which they refer. */
export function makeOutputSchema(operation: Operation, document: OpenApiDocument): ObjectSchema {
  const success = successOf(operation).schema;
  return {
    type: 'object',
    properties: { ok: { type: 'boolean', description: 'False for a failure, which has a code and a sentence.' } },
    required: ['ok'],
    oneOf: [inside(success), failure],
    $defs: definitionsOf(success, document),
  };
}

/** The form of E1 in docs/interface.md, with the header Retry-After as a field. */
const failure = {
  type: 'object',
  required: ['ok', 'error', 'code'],
  additionalProperties: false,
  properties: {
    ok: { type: 'boolean', const: false },
    error: { type: 'string', description: 'A sentence for the user.' },
    code: { type: 'string', description: 'A stable, machine-readable code.' },
    issues: {
      type: 'array',
      description: 'Validation errors by field.',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
    currentVersion: { type: 'integer', description: 'The current version; with PRECONDITION_FAILED.' },
    retryAfter: { type: 'integer', description: 'Seconds to wait before another attempt.' },
  },
};

function successOf({ operationId, responses }: Operation): MediaType {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  const content = (success as Response | undefined)?.content?.[JSON_TYPE];
  if (!content) throw new Error(`${operationId} has no JSON`);
  return content;
}

const COMPONENTS = '#/components/schemas/';

/** The named schemas to which a schema refers, directly or not. */
function definitionsOf(schema: Schema, { components }: OpenApiDocument): Record<string, object> {
  const found: Record<string, object> = {};
  const waiting = [schema];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const [ref] of JSON.stringify(next).matchAll(/#\/components\/schemas\/\w+/g)) {
      const name = referenceName(ref);
      const named = components.schemas[name];
      if (!named || Object.hasOwn(found, name)) continue;
      found[name] = inside(named);
      waiting.push(named);
    }
  }
  return found;
}

/** A schema as it is inside another document. Examples are left out: every model that lists the tools would read them. */
function inside(schema: Schema): object {
  const text = JSON.stringify(schema, (key, value: unknown) => (key === 'examples' ? undefined : value));
  return JSON.parse(text.replaceAll(COMPONENTS, '#/$defs/')) as object;
}
