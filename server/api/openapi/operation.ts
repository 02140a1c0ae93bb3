import type { Meta } from '../../../routers/core/procedures.ts';
import { limits } from '../../../routers/base/limits.ts';
import type { Route } from '../../http/procedure-routes.ts';
import { JSON_TYPE, type Operation, type OpenApiDocument, type Response } from './document.ts';
import { exampleOf } from './examples.ts';
import { failuresOf } from './failures.ts';
import { requestHeaders, successHeaders, unchanged } from './headers.ts';
import { correctInputs } from './inputs.ts';

/** Adds what the generator does not know: status, headers, failures, access and examples. */
export function correctOperation(operation: Operation, route: Route, document: OpenApiDocument): void {
  const { name, type, meta } = route;
  const { access = 'public' } = meta;
  operation.operationId = name;
  operation.tags = [name.split('.')[0] ?? ''];
  const notes = [operation.description, accessNote(meta), limitOf(route)].filter(Boolean);
  if (notes.length > 0) operation.description = notes.join('\n\n');
  operation.security = securityOf(meta);
  operation['x-access'] = access;
  operation['x-trpc'] = `${name}.${type === 'query' ? 'query' : 'mutate'}`;
  correctInputs(operation, route, document);
  operation.parameters = [...(operation.parameters ?? []), ...requestHeaders(route)];
  if (operation.parameters.length === 0) delete operation.parameters;

  const generated = operation.responses['200'] as Response | undefined;
  const success = generated?.content?.[JSON_TYPE]?.schema ?? {};
  operation.responses = {
    [meta.status ?? 200]: answerOf(success, meta.status ?? 200, route, document),
    ...(meta.isCreation && { 200: answerOf(success, 200, route, document) }),
    ...(route.method === 'GET' && { 304: unchanged }),
    ...failuresOf(route),
  };
}

type Schema = NonNullable<Parameters<typeof exampleOf>[0]>;

function answerOf(schema: Schema, status: keyof typeof statusNames, route: Route, document: OpenApiDocument): Response {
  return {
    description: statusNames[status],
    headers: successHeaders(route, status),
    content: { [JSON_TYPE]: { schema, example: exampleOf(schema, document) } },
  };
}

const statusNames = { 200: 'Done', 201: 'Created', 202: 'Accepted' };

function accessNote({ access = 'public', scope }: Meta): string {
  if (access === 'public') return '';
  if (access === 'session') return 'Requires a session, even one whose password must be changed.';
  return scope ? `Requires a session, or an API key with the scope \`${scope}\`.` : 'Requires a session.';
}

/** A session, or an API key with the scope that OpenAPI names as a role. */
function securityOf({ access = 'public', scope }: Meta): Operation['security'] {
  if (access === 'public') return [];
  return [{ bearer: [] }, ...(scope ? [{ key: [scope] }] : [])];
}

function limitOf({ meta }: Route): string | undefined {
  if (!meta.limit) return undefined;
  const { max, label } = limits[meta.limit];
  return `At most ${max} ${label} a minute per client IP.`;
}
