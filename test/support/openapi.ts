import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

import { errors } from '../../routers/base/errors.ts';
import { openApiDocument } from '../../server/api/openapi/openapi.ts';
import type { MediaType, Operation, PathItem, Response, Schema } from '../../server/api/openapi/document.ts';
import { headerOf, refTo, responseOf } from '../../server/api/openapi/document.ts';
import { anywhere } from '../../server/api/openapi/failures.ts';
import { generalHeaders, limitHeaders } from '../../server/api/openapi/headers.ts';

const document = openApiDocument();
const failure = refTo('Failure');
const general = [...generalHeaders.security, ...generalHeaders.http, ...generalHeaders.robots, ...generalHeaders.cors];
/** The headers of responses to OPTIONS, and of failures of paths and methods that are not described. */
const preflight = [...generalHeaders.preflight, 'Cache-Control', 'Vary'];
const ofFailures = ['Cache-Control', 'Vary', ...Object.keys(limitHeaders)];
const validators = new WeakMap<Schema, ValidateFunction>();
const ajv = new Ajv2020({
  allErrors: true,
  // The document around a schema is not a keyword of it.
  strict: false,
  formats: {
    date: /^\d{4}-\d{2}-\d{2}$/,
    'date-time': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/,
    uri: (text) => URL.canParse(text),
  },
});

/**
 * Compares a REST response with the OpenAPI document: status, headers and body.
 *
 * @param path the requested path with its query
 * @param body the parsed JSON, or the text
 * @throws an error with the route, the status and the differences
 */
export function checkAnswer(method: string, path: string, status: number, headers: Headers, body: unknown): void {
  const wrong = wrongWith(method, path, status, headers, body);
  if (wrong !== undefined) throw new Error(`${method} ${path} answered ${status}, which openapi.json denies: ${wrong}`);
}

function wrongWith(method: string, path: string, status: number, headers: Headers, body: unknown): string | undefined {
  const item = itemAt(path);
  // Failures of other paths are those of pages.
  if (!path.startsWith('/api/') && (!item || status >= 400)) return undefined;
  if (status === 204 && method === 'OPTIONS') return wrongHeaders({ Allow: true }, headers, preflight);
  // The body of a response to HEAD is left out.
  const shown = method === 'HEAD' ? undefined : body;
  if (status === 405) return wrongHeaders({ Allow: true }, headers, [...ofFailures, 'Allow']) ?? wrongFailure(shown);
  if (!item || anywhere.some((name) => errors[name].status === status)) {
    return status < 400 ? 'nothing is described there' : (wrongHeaders({}, headers, ofFailures) ?? wrongFailure(shown));
  }
  if (method === 'HEAD') return wrongForHead(item['get'], status, headers, body);
  return wrongForOperation(item[method.toLowerCase()], status, headers, body);
}

function wrongFailure(body: unknown): string | undefined {
  return body === undefined ? undefined : wrongBody(failure, body);
}

function wrongForHead(get: Operation | undefined, status: number, headers: Headers, body: unknown): string | undefined {
  if (body !== '') return 'HEAD has no body';
  const described = get?.responses[status];
  if (!described) return `HEAD is described with ${Object.keys(get?.responses ?? {}).join(', ')} only`;
  return wrongHeadersOf(responseOf(described, document), headers);
}

function wrongForOperation(
  operation: Operation | undefined,
  status: number,
  headers: Headers,
  body: unknown,
): string | undefined {
  const described = operation?.responses[status];
  if (!operation || !described) return `only ${Object.keys(operation?.responses ?? {}).join(', ')} are described`;
  const response = responseOf(described, document);
  const wrong = wrongHeadersOf(response, headers);
  if (wrong !== undefined) return `${operation.operationId}: ${wrong}`;
  if (!response.content) return body === '' ? undefined : `${operation.operationId}: there is no body`;
  return wrongContent(response.content, headers, body);
}

function wrongHeadersOf({ headers: described = {} }: Response, headers: Headers): string | undefined {
  const required = Object.entries(described).map(([name, header]) => [name, headerOf(header, document).required]);
  return wrongHeaders(Object.fromEntries(required) as Record<string, boolean>, headers, Object.keys(described));
}

/** @param described those that the response may have, beside the ones that the introduction describes */
function wrongHeaders(
  required: Record<string, boolean | undefined>,
  headers: Headers,
  described: readonly string[],
): string | undefined {
  const missing = Object.keys(required).filter((name) => required[name] && !headers.has(name));
  if (missing.length > 0) return `the header ${missing.join(', ')} is missing`;
  const known = new Set([...general, ...described].map((name) => name.toLowerCase()));
  const unknown = [...headers.keys()].filter((name) => !known.has(name));
  return unknown.length > 0 ? `the header ${unknown.join(', ')} is not described` : undefined;
}

function wrongContent(content: Record<string, MediaType>, headers: Headers, body: unknown): string | undefined {
  const type = headers.get('content-type')?.split(';')[0] ?? '';
  const { schema } = content[type] ?? {};
  return schema ? wrongBody(schema, body) : `${type} is not described`;
}

function wrongBody(schema: Schema, body: unknown): string | undefined {
  const validate = validatorOf(schema);
  if (validate(body)) return undefined;
  return `${ajv.errorsText(validate.errors, { dataVar: 'body' })} in ${JSON.stringify(body).slice(0, 500)}`;
}

/** A schema of the document with its referenced schemas. */
function validatorOf(schema: Schema): ValidateFunction {
  const known = validators.get(schema);
  if (known) return known;
  const made = ajv.compile({ ...schema, components: document.components });
  validators.set(schema, made);
  return made;
}

const templates = Object.keys(document.paths).map((template) => ({ template, parts: template.split('/') }));

/** The path item of a path; fixed segments take precedence over parameters. */
function itemAt(path: string): PathItem | undefined {
  const segments = (path.split('?')[0] ?? '').replace(/(.)\/$/, '$1').split('/');
  const fitting = templates
    .filter(({ parts }) => fits(parts, segments))
    .map(({ template }) => template)
    .sort((a, b) => a.split('{').length - b.split('{').length);
  if (fitting.length === 0) return undefined;
  return Object.assign({}, ...fitting.toReversed().map((template) => document.paths[template])) as PathItem;
}

function fits(template: string[], segments: string[]): boolean {
  if (template.length !== segments.length) return false;
  return template.every((part, at) => (part.startsWith('{') ? segments[at] !== '' : part === segments[at]));
}
