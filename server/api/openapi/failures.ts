import { errors, type ErrorName } from '../../../routers/base/errors.ts';
import type { Route } from '../../http/procedure-routes.ts';
import {
  JSON_TYPE,
  refTo,
  type Example,
  type OpenApiDocument,
  type Operation,
  type Response,
  type Schema,
} from './document.ts';
import { cachingHeaders, limitHeaders, stringHeader } from './headers.ts';

/** Errors that can occur at any path, before routing. */
export const anywhere: readonly ErrorName[] = [
  'METHOD_NOT_ALLOWED',
  'REQUEST_TIMEOUT',
  'URI_TOO_LONG',
  'HEADERS_TOO_LARGE',
];

/** The errors of a procedure: its own, and those of its access, input and limit. */
export function failuresOf({ meta, method, type }: Route): Record<string, Response> {
  const names: ErrorName[] = [...(meta.errors ?? []), 'BAD_REQUEST', 'INTERNAL_SERVER_ERROR', 'SERVICE_UNAVAILABLE'];
  if (meta.access !== 'public') names.push('UNAUTHORIZED', 'SCOPE_MISSING');
  if (meta.access === 'administrator') names.push('PASSWORD_CHANGE_REQUIRED');
  if (meta.access === 'administrator' && !meta.enrols) names.push('SECOND_FACTOR_REQUIRED');
  if (meta.needsProof) names.push('REAUTHENTICATION_NEEDED');
  if (meta.checksOrigin) names.push('ORIGIN_NOT_ALLOWED');
  if (method !== 'GET') names.push('PARSE_ERROR', 'NESTING_TOO_DEEP', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE');
  if (type === 'query' || meta.isRead || meta.limit) names.push('RATE_LIMITED');
  return describeFailures(names);
}

/** Responses by status for rows of the error table. */
export function describeFailures(names: readonly ErrorName[]): Record<string, Response> {
  const byStatus = Map.groupBy([...new Set(names)].sort(), (name) => errors[name].status);
  return Object.fromEntries([...byStatus].map(([status, own]) => [status, describeFailure(status, own)]));
}

function describeFailure(status: number, names: ErrorName[]): Response {
  const codes = names.map(bodyCode);
  return {
    description: codes.join(', '),
    headers: { ...failureHeaders(status, names), ...cachingHeaders, ...limitHeaders },
    content: {
      [JSON_TYPE]: {
        schema: {
          allOf: [refTo('Failure'), { type: 'object', properties: { code: codeSchema(codes) } }],
        },
        examples: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/examples/${name}` }])),
      },
    },
  };
}

function failureHeaders(status: number, names: ErrorName[]): Response['headers'] {
  if (names.includes('UNAUTHORIZED')) return { 'WWW-Authenticate': stringHeader('Bearer, with UNAUTHORIZED') };
  const wait = { description: 'Whole seconds to wait.', schema: { type: 'integer', minimum: 1 } };
  if (status === 429) return { 'Retry-After': { ...wait, required: true } };
  return status === 503 ? { 'Retry-After': wait } : undefined;
}

/** What any path may answer, beside its own failures; for `default`, in `components.responses`. */
export const ANY_FAILURE = 'AnyFailure';

/** The response of that name. */
export function anyFailure(): Response {
  return {
    description: `Any other failure: ${['NOT_FOUND', ...anywhere].join(', ')}`,
    headers: {
      Allow: stringHeader('The methods of the path, with METHOD_NOT_ALLOWED.'),
      ...cachingHeaders,
      ...limitHeaders,
    },
    content: { [JSON_TYPE]: { schema: refTo('Failure') } },
  };
}

/** The code in the body; rows may share one. */
export function bodyCode(name: ErrorName): string {
  return errors[name].code ?? name;
}

/** Moves the failures of operations to `components`, because most of them are identical. */
export function shareFailures({ components }: OpenApiDocument, operations: readonly Operation[]): void {
  for (const { responses } of operations) {
    for (const [status, response] of Object.entries(responses)) {
      if ('$ref' in response || !/^[A-Z_, ]+$/.test(response.description)) continue;
      const name = response.description.replaceAll(', ', '-');
      components.responses[name] = response;
      responses[status] = { $ref: `#/components/responses/${name}` };
    }
  }
}

/** An example for each row of the error table that these responses name. */
export function failureExamples(responses: Record<string, Response>): Record<string, Example> {
  const used = Object.values(responses).flatMap(
    ({ content }) => Object.keys(content?.[JSON_TYPE]?.examples ?? {}) as ErrorName[],
  );
  return Object.fromEntries([...new Set(used)].sort().map((name) => [name, exampleOfRow(name)]));
}

function exampleOfRow(name: ErrorName): Example {
  return { summary: bodyCode(name), value: { ok: false, error: errors[name].message, code: bodyCode(name) } };
}

/** The body of every failure. */
export function failureSchema(): Schema {
  const codes = [...new Set((Object.keys(errors) as ErrorName[]).map(bodyCode))].sort();
  return {
    type: 'object',
    description: 'The body of every failure.',
    required: ['ok', 'error', 'code'],
    additionalProperties: false,
    properties: {
      ok: { type: 'boolean', const: false, description: 'Always false.' },
      error: { type: 'string', description: 'A sentence for the user.' },
      code: codeSchema(codes),
      issues: { type: 'array', description: 'Validation errors by field.', items: refTo('Issue') },
      currentVersion: { type: 'integer', description: 'The current version; with PRECONDITION_FAILED.' },
      challenge: {
        type: 'string',
        description: 'With which the sign-in goes on; with SECOND_FACTOR_NEEDED. Absent: only a passkey signs in.',
      },
    },
  };
}

function codeSchema(codes: string[]): Schema {
  return { type: 'string', enum: codes, description: 'A stable, machine-readable code.' };
}

/** A validation error. */
export const issueSchema: Schema = {
  type: 'object',
  description: 'A validation error.',
  required: ['path', 'message'],
  additionalProperties: false,
  properties: {
    path: { type: 'string', description: 'The field, such as tags.3; empty for the whole input.' },
    message: { type: 'string', description: 'A sentence that describes valid values.' },
  },
};
