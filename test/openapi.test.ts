import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import type { z } from 'zod';

import { bulkInput as commentsInput } from '../routers/comments/schemas.ts';
import { bulkInput as postsInput } from '../routers/posts/schemas.ts';
import { openApiDocument } from '../server/api/openapi/openapi.ts';
import { operationsIn, responseOf, type Operation, type Schema } from '../server/api/openapi/document.ts';
import { describeTags } from '../server/api/openapi/tags.ts';
import { routes } from '../server/http/procedure-routes.ts';
import { checkAnswer } from './support/openapi.ts';

/** The schemas of the inputs of bulk calls. */
const inputs: Record<string, z.ZodType> = { '/api/posts/bulk': postsInput, '/api/comments/bulk': commentsInput };
const root = new URL('..', import.meta.url);
const document = openApiDocument();
const procedures = operationsIn(document).filter((operation) => operation['x-trpc'] !== undefined);

describe('openapi.json', () => {
  // docs/interface.md, F8
  it('matches the router', async () => {
    const committed: unknown = JSON.parse(await readFile(new URL('openapi.json', root), 'utf8'));
    expect(committed, 'openapi.json is out of date: run npm run openapi').to.deep.equal(asJson(document));
  });

  it('passes the recommended rules of redocly', async () => {
    const { stdout } = await promisify(execFile)('redocly', ['lint', '--format=json'], {
      cwd: root,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    }).catch((error: unknown) => error as { stdout: string });
    const { problems } = JSON.parse(stdout) as { problems: { ruleId: string; message: string }[] };
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).to.deep.equal([]);
  });

  it('has every procedure at its path', () => {
    for (const { method, path, name } of routes) {
      expect(document.paths[path]?.[method.toLowerCase()]?.operationId, `${method} ${path}`).to.equal(name);
    }
    expect(procedures).to.have.length(routes.length);
  });

  it('has a description, responses and errors for every operation', () => {
    for (const { operationId, summary, description, tags, responses } of operationsIn(document)) {
      const statuses = Object.keys(responses);
      expect(summary, operationId).to.match(/\S/);
      expect(description, operationId).to.match(/\S/);
      expect(tags, operationId).to.have.length(1);
      expect(
        statuses.filter((status) => status.startsWith('2')),
        operationId,
      ).to.deep.equal(
        operationId === 'media.edit' ? ['200', '201'] : [statuses.find((status) => status.startsWith('2'))],
      );
      expect(
        statuses.some((status) => status >= '400'),
        operationId,
      ).to.equal(true);
    }
  });

  it('describes every router folder in the table of tags', () => {
    for (const { name, description } of document.tags) expect(description, name).not.to.equal(name);
    expect(describeTags(new Set(['zebra', 'posts'])).map(({ name }) => name)).to.deep.equal(['posts', 'zebra']);
  });

  it('declares where a token is required, and the response without one', () => {
    for (const operation of procedures) {
      const needsToken = operation['x-access'] !== 'public';
      const { scope } = routes.find(({ name }) => name === operation.operationId)!.meta;
      const expected = [{ bearer: [] }, ...(scope ? [{ key: [scope] }] : [])];
      expect(operation.security, operation.operationId).to.deep.equal(needsToken ? expected : []);
      if (needsToken) expect(codesOf(operation), operation.operationId).to.include('UNAUTHORIZED');
    }
  });

  it('requires path parameters and keeps them out of bodies', () => {
    for (const { path, method } of routes) {
      const operation = document.paths[path]?.[method.toLowerCase()];
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      const parameters = operation?.parameters?.filter(({ in: where }) => where === 'path') ?? [];
      expect(parameters.map(({ name }) => name)).to.have.members(names);
      expect(parameters.every(({ required }) => required)).to.equal(true);
      const body = operation?.requestBody?.content['application/json']?.schema.properties ?? {};
      expect(body).not.to.have.any.keys(...names, '');
    }
  });

  // docs/interface.md, P9
  it('offers If-Match where a version can be given, and nowhere else', () => {
    for (const { operationId, parameters = [], requestBody } of procedures) {
      const body = Object.values(requestBody?.content ?? {})[0]?.schema.properties ?? {};
      const names = new Set([...parameters.map(({ name }) => name), ...Object.keys(body)]);
      expect(names.has('If-Match'), operationId).to.equal(names.has('ifVersion'));
    }
  });

  it('contains defaults, limits and nullability', () => {
    const list = parametersOf('/api/posts', 'get');
    expect(list.get('page')?.schema).to.deep.equal({ type: 'integer', minimum: 1, maximum: 200, default: 1 });
    expect(list.get('pageSize')?.schema).to.deep.equal({ type: 'integer', minimum: 1, default: 10 });
    expect(list.get('search')?.description).to.match(/title/);
    const fields = bodyOf('/api/posts', 'post').properties;
    expect(fields?.password?.type).to.deep.equal(['string', 'null']);
    expect(fields?.pinned?.type).to.equal('boolean');
    expect(fields).not.to.have.any.keys('version', 'enc', 'views', 'created_at');
  });

  it('describes every parameter and every field', () => {
    const parameters = operationsIn(document).flatMap((one) => one.parameters ?? []);
    expect(parameters.filter(({ description }) => !description)).to.deep.equal([]);
    const undescribed = new Set<string>();
    forEachField(asJson(document), (name, { $ref, description }) => {
      if ($ref === undefined && description === undefined) undescribed.add(name);
    });
    expect([...undescribed]).to.deep.equal([]);
  });

  it('has defaults and examples of the type of their schema', () => {
    const wrong: string[] = [];
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    forEachSchema(asJson(document), '', (at, schema) => {
      const { default: absent, examples = [] } = schema;
      const values = absent === undefined ? examples : [absent, ...examples];
      const { $ref, ...own } = schema;
      if (values.length === 0 || $ref !== undefined || JSON.stringify(own).includes('$ref')) return;
      const validate = ajv.compile(own);
      for (const value of values) if (!validate(value)) wrong.push(`${at}: ${JSON.stringify(value)}`);
    });
    expect(wrong).to.deep.equal([]);
  });

  it('has examples that are valid bodies', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    for (const { operationId, requestBody, responses } of procedures) {
      const bodies = [requestBody, ...Object.values(responses).map((one) => responseOf(one, document))];
      for (const { schema, example } of bodies.flatMap((one) => Object.values(one?.content ?? {}))) {
        if (example === undefined) continue;
        const validate = ajv.compile({ ...schema, components: document.components });
        expect(validate(example), `${operationId}: ${ajv.errorsText(validate.errors)}`).to.equal(true);
      }
    }
  });

  it('says that bulk calls take ids or a filter, as the service does', () => {
    const ajv = new Ajv2020({ strict: false });
    for (const path of ['/api/posts/bulk', '/api/comments/bulk']) {
      const validate = ajv.compile(bodyOf(path, 'post'));
      const input = inputs[path]!;
      for (const more of [
        { ids: ['a'] },
        { filter: {}, expected: 1 },
        { filter: {}, expected: 1, after: 'a' },
        {},
        { filter: {} },
        { ids: ['a'], filter: {}, expected: 1 },
      ]) {
        const body = { action: 'delete', ...more };
        expect(validate(body), `${path} ${JSON.stringify(body)}`).to.equal(input.safeParse(body).success);
      }
    }
  });

  it('contains no artefacts of zod', () => {
    const text = JSON.stringify(document);
    expect(text).not.to.include(String(Number.MAX_SAFE_INTEGER));
    expect(text).not.to.match(/"type":"[a-z]+"[^{}]*"anyOf"/);
    expect(text).not.to.include('"minLength":0');
  });

  it('has an example for every request body and every response', () => {
    for (const operation of procedures) {
      const body = operation.requestBody?.content['application/json'];
      if (body) expect(body.example, operation.operationId).to.be.an('object').that.is.not.empty;
      const [success] = Object.values(operation.responses);
      if (!success || '$ref' in success) throw new Error(`${operation.operationId} has no success`);
      expect(success.content?.['application/json']?.example, operation.operationId).to.include({ ok: true });
    }
  });
});

describe('checkAnswer', () => {
  const headers = new Headers({ 'content-type': 'application/json' });
  const withTag = new Headers({ ...Object.fromEntries(headers), etag: '"1"' });
  const site = {
    ok: true,
    siteUrl: '',
    title: 'a',
    description: '',
    language: 'en',
    timeZone: 'UTC',
    author: '',
    commentsEnabled: true,
    accentColor: '',
    logo: '',
    icon: '',
    authorPicture: '',
    authorLinks: [],
    footerText: '',
    commentMarkdown: true,
    offersMail: false,
  };
  const check = (status: number, body: unknown) => () =>
    checkAnswer('GET', '/api/site', status, status === 200 ? withTag : headers, body);
  const failure = (code: string) => ({ ok: false, error: 'No.', code });

  it('accepts a described response', () => {
    expect(check(200, site)).not.to.throw();
    expect(check(400, failure('BAD_REQUEST'))).not.to.throw();
    expect(check(431, failure('HEADERS_TOO_LARGE'))).not.to.throw();
  });

  for (const [what, status, body] of [
    ['a status', 402, failure('BAD_REQUEST')],
    ['a field', 200, { ...site, secret: 1 }],
    ['a missing field', 200, { ok: true }],
    ['a type', 200, { ...site, title: 7 }],
    ['a code of other operations', 400, failure('PARSE_ERROR')],
    ['a field of a failure', 400, { ...failure('BAD_REQUEST'), stack: 'at …' }],
  ] as const) {
    it(`reports ${what} that is not described`, () => {
      expect(check(status, body)).to.throw(`GET /api/site answered ${status}`);
    });
  }

  it('reports an undescribed success, and a missing header', () => {
    expect(() => checkAnswer('GET', '/api/nowhere', 200, headers, {})).to.throw('nothing is described');
    expect(() => checkAnswer('GET', '/api/site', 200, new Headers(), site)).to.throw('ETag');
  });

  it('reports a header that is not described, of every kind of response', () => {
    const more = (from: Headers) => new Headers({ ...Object.fromEntries(from), 'x-new': '1' });
    for (const [method, path, status, sent, body] of [
      ['GET', '/api/site', 200, withTag, site],
      ['GET', '/api/site', 304, withTag, ''],
      ['HEAD', '/api/site', 200, withTag, ''],
      ['GET', '/api/site', 400, headers, failure('BAD_REQUEST')],
      ['GET', '/api/site', 431, headers, failure('HEADERS_TOO_LARGE')],
      ['GET', '/api/nowhere', 404, headers, failure('NOT_FOUND')],
      ['PATCH', '/api/site', 405, new Headers({ allow: 'GET' }), failure('METHOD_NOT_ALLOWED')],
      ['OPTIONS', '/api/site', 204, new Headers({ allow: 'GET' }), ''],
    ] as const) {
      expect(() => checkAnswer(method, path, status, sent, body), `${method} ${status}`).to.not.throw();
      expect(() => checkAnswer(method, path, status, more(sent), body)).to.throw('the header x-new is not described');
    }
  });
});

function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value)) as unknown;
}

/** Visits all objects in a JSON value that look like schemas. */
function forEachSchema(value: unknown, at: string, visit: (at: string, schema: Schema) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value) && (typeof (value as Schema).type === 'string' || Array.isArray((value as Schema).type))) {
    visit(at, value);
  }
  for (const [key, part] of Object.entries(value)) {
    if (!['example', 'examples', 'default', 'enum', 'const'].includes(key)) forEachSchema(part, `${at}/${key}`, visit);
  }
}

/** Visits the properties of all schemas in a JSON value. */
function forEachField(value: unknown, visit: (name: string, field: Schema) => void): void {
  if (typeof value !== 'object' || value === null) return;
  const { type, properties } = value as Schema;
  if (type === 'object' && properties) for (const [name, field] of Object.entries(properties)) visit(name, field);
  for (const part of Object.values(value)) forEachField(part, visit);
}

function parametersOf(path: string, method: string) {
  const operation = document.paths[path]?.[method];
  return new Map(operation?.parameters?.map((one) => [one.name, one]));
}

function bodyOf(path: string, method: string) {
  return document.paths[path]?.[method]?.requestBody?.content['application/json']?.schema ?? {};
}

function codesOf({ responses }: Operation): string[] {
  return Object.values(responses).flatMap((one) => responseOf(one, document).description.split(', '));
}
