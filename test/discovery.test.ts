import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';

import { set } from './support/comments.ts';
import { open, visit, type Parsed } from './support/pages.ts';
import { write } from './support/posts.ts';
import { describeService } from './support/service.ts';
import { describeVisited } from './support/visitors.ts';

const BASE = 'https://blog.example';
const PATHS = ['/.well-known/ard.json', '/.well-known/ai-catalog.json'];

const text = { type: 'string', minLength: 1 };
const address = { type: 'string', pattern: '^https?://[^\\s]+$' };

/** The schema of Agentic Resource Discovery 1.0 for the fields that we send; no others are allowed. */
const schema = {
  type: 'object',
  required: ['specVersion', 'host', 'entries'],
  additionalProperties: false,
  properties: {
    specVersion: { const: '1.0' },
    host: {
      type: 'object',
      required: ['displayName'],
      additionalProperties: false,
      properties: { displayName: text, documentationUrl: address, logoUrl: address },
    },
    entries: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: [
          'identifier',
          'displayName',
          'type',
          'url',
          'description',
          'tags',
          'representativeQueries',
          'updatedAt',
        ],
        additionalProperties: false,
        properties: {
          identifier: { type: 'string', pattern: '^urn:air:[a-zA-Z0-9.-]+(:[a-zA-Z0-9._-]+)+$' },
          displayName: text,
          type: { type: 'string', pattern: '^[a-z]+/[a-z0-9.+-]+$' },
          url: address,
          description: text,
          tags: { type: 'array', items: text },
          representativeQueries: { type: 'array', minItems: 2, maxItems: 5, items: text },
          updatedAt: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' },
        },
      },
    },
  },
};

/** The rules of the MCP Server Card extension for what we send. */
const cardSchema = {
  type: 'object',
  required: ['$schema', 'name', 'version', 'description'],
  additionalProperties: false,
  properties: {
    $schema: { const: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json' },
    name: { type: 'string', minLength: 3, maxLength: 200, pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$' },
    version: { type: 'string', maxLength: 255 },
    title: { type: 'string', minLength: 1, maxLength: 100 },
    description: { type: 'string', minLength: 1, maxLength: 100 },
    websiteUrl: address,
    remotes: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['type', 'url'],
        properties: { type: { enum: ['streamable-http', 'sse'] }, url: address, headers: { type: 'array' } },
      },
    },
  },
};

/** Checks the rules of the specification, in the schema and beyond it. */
function check(document: string): Parsed {
  const parsed: Parsed = JSON.parse(document);
  const validate = new Ajv2020().compile(schema);
  expect(validate(parsed), JSON.stringify(validate.errors)).to.equal(true);
  const entries = parsed.entries as { identifier: string; type: string; representativeQueries: string[] }[];
  expect(new Set(entries.map(({ identifier }) => identifier)).size, 'identifiers name one entry').to.equal(
    entries.length,
  );
  const publishers = new Set(entries.map(({ identifier }) => identifier.split(':')[2]));
  expect(publishers.size, 'one publisher: the host of the site').to.equal(1);
  for (const { identifier, representativeQueries: queries } of entries) {
    expect(new Set(queries).size, `the queries of ${identifier} differ`).to.equal(queries.length);
  }
  // Of the types that we list, the specification knows this one; those of APIs and feeds are a warning of its checker.
  const known = entries.filter(({ type }) => type === 'application/mcp-server-card+json');
  expect(known.map(({ identifier }) => identifier.split(':').slice(3).join(':'))).to.deep.equal(['mcp:blog']);
  return parsed;
}

describeVisited(
  'discovery',
  (use) => {
    for (const path of PATHS) {
      // docs/interface.md, F7
      it(`${path} follows the schema`, async () => {
        const { host, entries } = check(await open(use(), path));
        expect(host).to.deep.equal({ displayName: 'My blog', documentationUrl: `${BASE}/api/docs` });
        expect(entries.map(({ identifier, type, url }: Parsed) => [identifier, type, url])).to.deep.equal([
          ['urn:air:blog.example:api:rest', 'application/vnd.oai.openapi+json', `${BASE}/api/openapi.json`],
          ['urn:air:blog.example:api:search', 'application/json', `${BASE}/api/search`],
          ['urn:air:blog.example:mcp:blog', 'application/mcp-server-card+json', `${BASE}/mcp/server-card`],
          ['urn:air:blog.example:feeds:rss', 'application/rss+xml', `${BASE}/feed.xml`],
          ['urn:air:blog.example:feeds:atom', 'application/atom+xml', `${BASE}/atom.xml`],
          ['urn:air:blog.example:feeds:json', 'application/feed+json', `${BASE}/feed.json`],
        ]);
      });
    }

    // docs/interface.md, F16
    it('contains an MCP server whose card follows its schema, for pages of every origin', async () => {
      await set(use(), { title: 'x'.repeat(150) });
      const { headers, text } = await visit(use(), '/mcp/server-card', { origin: 'https://other.example' });
      const validate = new Ajv2020().compile(cardSchema);
      const card: Parsed = JSON.parse(text);
      expect(validate(card), JSON.stringify(validate.errors)).to.equal(true);
      expect(card.name).to.equal('example.blog/blog');
      expect(card.remotes[0]).to.include({ type: 'streamable-http', url: `${BASE}/mcp` });
      expect(headers.get('access-control-allow-origin')).to.equal('*');
      expect(headers.get('cache-control')).to.equal('public, max-age=0, must-revalidate');
      const known = { 'if-none-match': headers.get('etag') ?? '' };
      expect((await visit(use(), '/mcp/server-card', known)).status).to.equal(304);
      await set(use(), { title: 'My blog' });
    });

    it('is the same document at both paths', async () => {
      const [first = '', second = ''] = PATHS;
      expect(await open(use(), first)).to.equal(await open(use(), second));
    });

    it('contains only URLs that respond', async () => {
      const { host, entries } = check(await open(use(), '/.well-known/ard.json'));
      for (const url of [host.documentationUrl, ...entries.map((entry: Parsed) => entry.url)]) {
        const { status, headers } = await visit(use(), (url as string).replace(BASE, ''));
        expect(status, url).to.equal(200);
        const entry = entries.find((one: Parsed) => one.url === url);
        if (entry && entry.type !== 'application/vnd.oai.openapi+json') {
          expect(headers.get('content-type')).to.match(new RegExp(`^${entry.type.replace('+', '\\+')}; `));
        }
      }
    });

    it('stays valid with a hostile title', async () => {
      await set(use(), { title: '</script>"\u0007 ]]> 👩‍🚀', description: '"' });
      const { host } = check(await open(use(), '/.well-known/ard.json'));
      expect(host.displayName).to.equal('</script>" ]]> 👩‍🚀');
    });

    it('contains the time of the last change of posts', async () => {
      use().clock.advance(3_600_000);
      await write(use(), { title: 'Later' });
      const { entries } = check(await open(use(), '/.well-known/ard.json'));
      const times = Object.fromEntries(entries.map(({ identifier, updatedAt }: Parsed) => [identifier, updatedAt]));
      expect(times['urn:air:blog.example:feeds:rss']).to.equal('2026-03-01T13:00:00.000Z');
      expect(times['urn:air:blog.example:api:rest']).to.equal('2026-03-01T12:00:00.000Z');
    });

    it('is cacheable JSON with an entity tag', async () => {
      const { headers } = await visit(use(), '/.well-known/ard.json');
      expect(headers.get('content-type')).to.equal('application/json; charset=utf-8');
      expect(headers.get('cache-control')).to.equal('public, max-age=0, must-revalidate');
      const known = { 'if-none-match': headers.get('etag') ?? '' };
      expect((await visit(use(), '/.well-known/ard.json', known)).status).to.equal(304);
    });
  },
  { SITE_URL: BASE },
);

describeService(
  'discovery at an IPv6 address',
  (use) => {
    it('has a valid name', async () => {
      const { entries } = check(await open(use(), '/.well-known/ard.json'));
      expect(entries[0].identifier).to.equal('urn:air:2001-db8--1:api:rest');
      expect(entries[0].url).to.equal('http://[2001:db8::1]:8080/api/openapi.json');
    });
  },
  { SITE_URL: 'http://[2001:db8::1]:8080' },
);
