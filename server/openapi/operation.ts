import type { Meta } from '../../routers/trpc.ts';
import { limits } from '../../routers/limits/table.ts';
import type { Route } from '../routes.ts';
import { JSON_TYPE, type Operation, type OpenApiDocument, type Response } from './document.ts';
import { exampleOf } from './examples.ts';
import { failuresOf } from './failures.ts';
import { requestHeaders, successHeaders } from './headers.ts';
import { correctInputs } from './inputs.ts';

/** What the generator cannot know of a procedure: status, headers, failures, who may call it, examples. */
export function correctOperation(operation: Operation, route: Route, document: OpenApiDocument): void {
  const { name, type, meta } = route;
  const { access = 'public' } = meta;
  operation.operationId = name;
  operation.tags = [name.split('.')[0] ?? ''];
  const says = [operation.description, whoMayCall(meta), limitOf(route)].filter(Boolean);
  if (says.length > 0) operation.description = says.join('\n\n');
  operation.security = securityOf(meta);
  operation['x-access'] = access;
  operation['x-trpc'] = `${name}.${type === 'query' ? 'query' : 'mutate'}`;
  correctInputs(operation, route, document);
  operation.parameters = [...(operation.parameters ?? []), ...requestHeaders(route)];
  if (operation.parameters.length === 0) delete operation.parameters;

  const made = operation.responses['200'] as Response | undefined;
  const success = made?.content?.[JSON_TYPE]?.schema ?? {};
  operation.responses = {
    [meta.status ?? 200]: {
      description: meta.status === 201 ? 'Made' : 'Done',
      ...nonEmptyHeaders(route),
      content: { [JSON_TYPE]: { schema: success, example: exampleOf(success, document) } },
    },
    ...(route.method === 'GET' && { 304: { description: 'What If-None-Match names is still current.' } }),
    ...failuresOf(route),
  };
}

function whoMayCall({ access = 'public', scope }: Meta): string {
  if (access === 'public') return '';
  if (access === 'session') return 'Needs a session, which may be one while the password is still to be changed.';
  return scope ? `Needs a session, or an API key with the scope \`${scope}\`.` : 'Needs a session.';
}

/** A session, or an API key with the scope that OpenAPI names as a role. */
function securityOf({ access = 'public', scope }: Meta): Operation['security'] {
  if (access === 'public') return [];
  return [{ bearer: [] }, ...(scope ? [{ key: [scope] }] : [])];
}

function limitOf({ meta }: Route): string | undefined {
  if (!meta.limit) return undefined;
  const { max, label } = limits[meta.limit];
  return `At most ${max} ${label} a minute from one address.`;
}

function nonEmptyHeaders(route: Route): Pick<Response, 'headers'> {
  const headers = successHeaders(route);
  return Object.keys(headers).length > 0 ? { headers } : {};
}
