import { generateOpenApiDocument } from 'trpc-to-openapi';

import { release } from '../release.ts';
import { errors, type ErrorName } from '../routers/errors.ts';
import { appRouter } from '../routers/index.ts';
import { routes, type Route } from './routes.ts';

/** The parts of an OpenAPI 3.1 document that are read and corrected here. */
export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; description?: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, unknown> };
}

export interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  tags: string[];
  security: Record<string, never[]>[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, Response>;
}

export interface Parameter {
  in: string;
  name: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

export type Schema = Record<string, unknown>;

interface Response {
  description: string;
  headers?: Record<string, { description: string; schema: Schema }>;
  content?: Record<string, { schema: Schema }>;
}

const tags: Record<string, string> = {
  admin: 'The administrator: set-up, sign-in, password, session',
  comments: 'Comments on posts and in the two sections of the guestbook (gb-note, gb-idea)',
  media: 'Links to pictures, films, sounds and files',
  posts: 'Posts',
  settings: 'Settings of the site',
  transfer: 'Moving posts in and out',
};

/** The OpenAPI document of the REST face, generated from the router and corrected from the procedures' metadata. */
export function openApiDocument(): OpenApiDocument {
  const document = generateOpenApiDocument(appRouter, {
    title: 'Octavo',
    description: 'A self-hosted blog service: posts, comments, administration and media.',
    version: release,
    baseUrl: '/',
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
  }) as unknown as OpenApiDocument;

  document.info = { ...document.info, license: { name: 'MIT', identifier: 'MIT' } } as OpenApiDocument['info'];
  document.tags = Object.entries(tags).map(([name, description]) => ({ name, description }));
  document.components.schemas.Failure = failureSchema;
  for (const name of Object.keys(document.components.schemas)) {
    if (name.startsWith('error.')) delete document.components.schemas[name];
  }
  for (const route of routes) {
    const operation = document.paths[route.path]?.[route.method.toLowerCase()];
    if (operation) correct(operation, route);
  }
  return document;
}

/** What the generator cannot know: status, headers and failures of a procedure, and who may call it. */
function correct(operation: Operation, route: Route): void {
  operation.operationId = route.name;
  operation.tags = [route.name.split('.')[0] ?? ''];
  operation.security = route.meta.access === 'public' ? [] : [{ bearer: [] }];
  const success = operation.responses['200'];
  const { status = 200 } = route.meta;
  operation.responses = {
    [status]: { ...success, description: 'Done', headers: successHeaders(route) },
    ...(route.method === 'GET' && { 304: { description: 'What If-None-Match names is still current' } }),
    ...failures(route),
  };
  operation.parameters = [...(operation.parameters ?? []), ...headerParameters(route)];
  if (operation.parameters.length === 0) delete operation.parameters;
}

function successHeaders({ method, meta }: Route): NonNullable<Response['headers']> {
  return {
    ...(meta.location && { Location: header('Where the new thing is') }),
    ...(method === 'GET' && { ETag: header('Changes with the answer') }),
  };
}

function header(description: string) {
  return { description, schema: { type: 'string' } };
}

/** Header parameters, by what a procedure does with them. */
function headerParameters({ name, method, meta }: Route): Parameter[] {
  const wanted: [string, string][] = [];
  if (method === 'GET') wanted.push(['If-None-Match', 'The ETag of an earlier answer']);
  if (meta.errors?.includes('PRECONDITION_FAILED'))
    wanted.push(['If-Match', 'Only when the ETag still has this version']);
  if (name.startsWith('comments.') && meta.access === 'public' && name !== 'comments.like') {
    wanted.push(['X-Comment-Receipt', "Receipts of the visitor's own comments, at most 20, comma separated"]);
  }
  if (meta.errors?.includes('SETUP_KEY_INVALID')) wanted.push(['X-Setup-Key', 'The setup key, when one is configured']);
  return wanted.map(([title, description]) => ({ in: 'header', name: title, description, schema: { type: 'string' } }));
}

/** The failures of a procedure: its own, and those that its kind of access and of input brings. */
function failures(route: Route): Record<string, Response> {
  const { meta, method, type } = route;
  const names: ErrorName[] = [...(meta.errors ?? []), 'BAD_REQUEST', 'INTERNAL_SERVER_ERROR', 'SERVICE_UNAVAILABLE'];
  if (meta.access !== 'public') names.push('UNAUTHORIZED');
  if (meta.access === 'administrator') names.push('PASSWORD_CHANGE_REQUIRED');
  if (meta.checksOrigin) names.push('ORIGIN_NOT_ALLOWED');
  if (method !== 'GET') names.push('PARSE_ERROR', 'NESTING_TOO_DEEP', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE');
  if (type === 'query') names.push('RATE_LIMITED');
  const byStatus = Map.groupBy([...new Set(names)].sort(), (name) => errors[name].status);
  return Object.fromEntries([...byStatus].map(([status, own]) => [status, failure(status, own)]));
}

function failure(status: number, names: ErrorName[]): Response {
  const codes = [...new Set(names.map((name) => errors[name].code ?? name))];
  return {
    description: codes.join(', '),
    ...(status === 429 || status === 503 ? { headers: { 'Retry-After': header('Whole seconds to wait') } } : {}),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
  };
}

const failureSchema: Schema = {
  type: 'object',
  description: 'What every failure looks like.',
  required: ['ok', 'error', 'code'],
  additionalProperties: false,
  properties: {
    ok: { type: 'boolean', const: false },
    error: { type: 'string', description: 'One sentence for the person who reads it.' },
    code: { type: 'string', enum: [...new Set(Object.entries(errors).map(([name, { code }]) => code ?? name))].sort() },
    issues: {
      type: 'array',
      description: 'What was wrong with the input, field by field.',
      items: {
        type: 'object',
        required: ['path', 'message'],
        additionalProperties: false,
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
    currentVersion: { type: 'integer', description: 'With PRECONDITION_FAILED: the version there is now.' },
  },
};
