import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';

import type { Scope } from '../shared/key-scopes.ts';
import { comment } from './support/comments.ts';
import { newKey } from './support/keys.ts';
import { write } from './support/posts.ts';
import type { Answer } from './support/service.ts';
import { setMustChange } from './support/sessions.ts';
import { describeVisited, freshAddress } from './support/visitors.ts';

const BASE = 'https://blog.example';
/** The formats that schemas of tools may have. */
const FORMATS = { date: true, 'date-time': true, password: true, uri: true } as const;
const PUBLIC = [
  'search_posts',
  'list_posts',
  'read_post',
  'list_pages',
  'read_page',
  'list_comments',
  'site_statistics',
];

describeVisited(
  'MCP',
  (use) => {
    const open: Client[] = [];
    after(() => Promise.all(open.map((client) => client.close())));

    /** The SDK's own client with a new key. */
    async function connect(...scopes: Scope[]): Promise<Client> {
      const client = new Client({ name: 'test', version: '1.0.0' });
      const headers = { ...freshAddress(), authorization: `Bearer ${await newKey(use(), ...scopes)}` };
      await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', use().url), { requestInit: { headers } }));
      open.push(client);
      return client;
    }
    const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);
    async function run(client: Client, name: string, input: Record<string, unknown> = {}) {
      const {
        isError = false,
        content,
        structuredContent,
      } = (await client.callTool({
        name,
        arguments: input,
      })) as CallToolResult;
      const [first] = content;
      const text = first?.type === 'text' ? first.text : '';
      return { isError, text, value: structuredContent as Answer['body'] };
    }
    const rpc = (method: string, params: unknown = {}, id = 1) => ({ jsonrpc: '2.0', id, method, params });
    const post = (body: unknown, token?: string, headers = {}) =>
      use().call('POST', '/mcp', { body, headers, ...(token !== undefined && { token }) });

    before(async () => {
      await write(use(), { id: 'ferry', title: 'The ferry', content: 'It leaves at **six**.' });
      await write(use(), { id: 'hidden', title: 'Hidden ferry', status: 'draft' });
      await comment(use(), 'ferry', { author: 'Ada', content: 'Fine & good' });
    });

    // docs/interface.md, F13
    it('describes itself to a client, and lists the tools that the scopes of its key allow', async () => {
      const reader = await connect('read');
      expect(reader.getServerVersion()).to.include({ name: 'octavo' });
      expect(reader.getServerCapabilities()).to.deep.equal({ tools: {} });
      expect(await namesOf(reader)).to.deep.equal(PUBLIC);
      expect(await namesOf(await connect('drafts'))).to.deep.equal([...PUBLIC, 'list_all_posts']);
      expect(await namesOf(await connect('posts'))).to.deep.equal([
        ...PUBLIC,
        'list_all_posts',
        'draft_post',
        'update_post',
        'draft_page',
        'update_page',
      ]);
      expect(await namesOf(await connect('comments'))).to.deep.equal([
        ...PUBLIC,
        'list_all_comments',
        'moderate_comment',
        'reply_to_comment',
      ]);
    });

    it('describes each tool and each field of its input, as the procedures do', async () => {
      const { tools } = await (await connect('posts', 'comments')).listTools();
      for (const { name, title, description, inputSchema } of tools) {
        expect([title, description], name).to.satisfy((texts: string[]) => texts.every((text) => /\S/.test(text)));
        for (const [field, schema] of Object.entries(inputSchema.properties ?? {})) {
          expect(schema, `${name} ${field}`).to.have.property('description');
        }
      }
      const draft = tools.find(({ name }) => name === 'draft_post')!;
      expect(draft.inputSchema.required).to.deep.equal(['title']);
      expect(draft.inputSchema.properties).to.include.keys('content', 'tags').and.not.to.include.keys('status');
      expect(draft.annotations).to.include({ readOnlyHint: false, destructiveHint: false });
      expect(tools[0]?.annotations?.readOnlyHint).to.equal(true);
      const update = tools.find(({ name }) => name === 'update_post')!;
      expect(update.annotations).to.include({ readOnlyHint: false, destructiveHint: true });
      for (const { properties } of [draft.inputSchema, update.inputSchema]) {
        expect(properties, 'what API keys may not send').to.not.include.keys('notifySubscribers');
      }
    });

    // docs/interface.md, F13, F14
    it('searches, lists and reads what the public sees', async () => {
      const client = await connect('read');
      const found = await run(client, 'search_posts', { q: 'ferry' });
      expect(found.value.results.map(({ id }: { id: string }) => id)).to.deep.equal(['ferry']);
      expect(JSON.parse(found.text)).to.deep.equal(found.value);
      expect((await run(client, 'list_posts')).value.total).to.equal(1);
      expect((await run(client, 'read_post', { id: 'ferry' })).value.post.content).to.equal('It leaves at **six**.');
      expect((await run(client, 'list_comments', { id: 'ferry' })).value.comments[0].content).to.equal(
        'Fine &amp; good',
      );
      const { isError, text, value } = await run(client, 'read_post', { id: 'hidden' });
      expect([isError, text]).to.deep.equal([true, 'NOT_FOUND: There is no post with this id.']);
      expect(value).to.deep.equal({ ok: false, error: 'There is no post with this id.', code: 'NOT_FOUND' });
    });

    // docs/interface.md, F13
    it('drafts and changes posts, and moderates and answers comments', async () => {
      const client = await connect('posts', 'comments');
      const { value: made } = await run(client, 'draft_post', { title: 'From an agent' });
      expect((await use().call('GET', `/api/posts/${made.id}`)).status).to.equal(404);
      expect((await run(client, 'list_all_posts', { status: 'draft' })).value.total).to.equal(2);
      const { version } = (await run(client, 'read_post', { id: made.id })).value.post;
      await run(client, 'update_post', { id: made.id, status: 'published', ifVersion: version });
      expect((await use().call('GET', `/api/posts/${made.id}`)).status).to.equal(200);
      const stale = await run(client, 'update_post', { id: made.id, title: 'x', ifVersion: version });
      expect(stale.value).to.include({ code: 'PRECONDITION_FAILED', currentVersion: version + 1 });
      const wrong = await run(client, 'update_post', { id: made.id, title: '' });
      expect(wrong.value.issues).to.deep.equal([{ path: 'title', message: '"title" must not be empty.' }]);

      const { id } = (await run(client, 'list_all_comments')).value.comments[0];
      expect((await run(client, 'moderate_comment', { id, status: 'pending' })).value.comment.status).to.equal(
        'pending',
      );
      expect((await run(client, 'reply_to_comment', { id, content: 'Thank you' })).value.comment.owner).to.equal(1);
      expect((await run(client, 'list_comments', { id: 'ferry' })).value.total).to.equal(2);
      await use().admin('DELETE', `/api/posts/${made.id}`);
    });

    // docs/interface.md, F13, G5
    it('lists, reads, drafts and changes pages, which are no posts', async () => {
      const client = await connect('posts');
      const { value: made } = await run(client, 'draft_page', { title: 'About', content: '# Us' });
      const { page } = (await run(client, 'read_page', { id: made.id })).value;
      expect(page).to.include({ id: 'about', status: 'draft', content: '# Us' });
      const visitor = await connect('read');
      expect((await run(visitor, 'read_page', { id: 'about' })).value.code).to.equal('NOT_FOUND');
      expect((await run(visitor, 'list_pages')).value.pages).to.deep.equal([]);
      await run(client, 'update_page', { id: 'about', status: 'published', ifVersion: page.version });
      expect((await run(visitor, 'read_page', { id: 'about' })).value.page.content).to.equal('# Us');
      expect((await run(visitor, 'list_pages')).value).to.include({ total: 1 });
      expect((await run(visitor, 'list_posts')).value.total).to.equal(1);
      const stale = await run(client, 'update_page', { id: 'about', title: 'x', ifVersion: page.version });
      expect(stale.value.code).to.equal('PRECONDITION_FAILED');
      for (const tool of ['draft_page', 'update_page']) {
        const refused = await run(visitor, tool, { id: 'about', title: 'No' });
        expect(refused.text).to.equal('SCOPE_MISSING: This API key lacks the scope "posts".');
      }
      await use().admin('DELETE', '/api/pages/about');
    });

    // docs/interface.md, F14
    it('describes the output of every tool, and answers as described', async () => {
      const client = await connect('read', 'drafts', 'posts', 'comments');
      const { tools } = await client.listTools();
      const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, formats: FORMATS });
      const validators = new Map(tools.map(({ name, outputSchema }) => [name, ajv.compile(outputSchema!)]));
      for (const { inputSchema } of tools) ajv.compile(inputSchema);
      const { id: commentId } = (await run(client, 'list_all_comments')).value.comments[0];
      const inputs: Record<string, Record<string, unknown>> = {
        search_posts: { q: 'ferry' },
        list_posts: { include: 'content,html,comments' },
        read_post: { id: 'ferry', include: 'html' },
        list_pages: {},
        draft_page: { id: 'described', title: 'Described' },
        update_page: { id: 'described', content: 'Text', status: 'published' },
        read_page: { id: 'described' },
        list_comments: { id: 'ferry' },
        site_statistics: {},
        list_all_posts: {},
        draft_post: { id: 'agent', title: 'Agent' },
        update_post: { id: 'agent', content: 'Text' },
        list_all_comments: {},
        moderate_comment: { id: commentId, status: 'approved' },
        reply_to_comment: { id: commentId, content: 'Thank you all' },
      };
      expect(Object.keys(inputs)).to.have.members(tools.map(({ name }) => name));
      for (const [name, input] of Object.entries(inputs)) {
        const validate = validators.get(name)!;
        // The client of the SDK validates as well, and throws.
        const { isError, value } = await run(client, name, input);
        expect([isError, value.ok], name).to.deep.equal([false, true]);
        expect(validate(value), `${name}: ${JSON.stringify(validate.errors)}`).to.equal(true);
        const failure = await run(client, name, { unknown: 1 });
        expect([failure.isError, validate(failure.value)], name).to.deep.equal([true, true]);
        expect(validate({ ...value, another: 1 }), `${name} with a field that is not described`).to.equal(false);
      }
      await use().admin('DELETE', '/api/posts/agent');
      await use().admin('DELETE', '/api/pages/described');
    });

    // docs/interface.md, F14
    it('rejects unknown arguments, and names the known ones', async () => {
      const client = await connect('read', 'posts');
      const { tools } = await client.listTools();
      for (const { name, inputSchema } of tools) {
        const known = Object.keys(inputSchema.properties ?? {});
        const { isError, value } = await run(client, name, { title: 'x', q: 'x', id: 'x', Title: 'x', query: 'x' });
        expect([isError, value.code], name).to.deep.equal([true, 'BAD_REQUEST']);
        expect(value.error, name).to.include(`${name} has no argument "`);
        expect(value.error, name).to.include(known.length === 0 ? 'it has none.' : `it has ${known.join(', ')}.`);
        expect(value.issues.map(({ path }: { path: string }) => path)).to.include.members(['Title', 'query']);
        expect(inputSchema.additionalProperties, name).to.equal(false);
      }
      expect((await run(client, 'draft_post', { title: 'x', status: 'published' })).text).to.match(
        /no argument "status"/,
      );
      expect(
        (await run(client, 'list_all_posts')).value.posts.map(({ title }: { title: string }) => title),
      ).to.not.include('x');
    });

    // docs/interface.md, F14
    it('answers parameters that are none of the protocol with a sentence', async () => {
      const key = await newKey(use(), 'read');
      for (const [method, params, words] of [
        ['tools/call', { name: 'list_posts', arguments: [] }, '"params.arguments" is'],
        ['tools/call', { name: 'list_posts', arguments: null }, '"params.arguments" is'],
        ['tools/call', { name: 5 }, '"params.name" is'],
        ['tools/call', undefined, '"params" is'],
        ['tools/call', { name: 'none' }, 'There is no tool'],
        ['tools/list', { cursor: 'x' }, 'All tools are in one list'],
        ['initialize', {}, '"params.protocolVersion" is'],
      ] as const) {
        const { error } = (await post({ jsonrpc: '2.0', id: 1, method, params }, key)).body;
        expect(error.code, method).to.equal(-32602);
        expect(error.message)
          .to.match(/^[^{}[\]\n]+\.$/)
          .and.include(words);
      }
    });

    // docs/interface.md, F14
    it('rejects a tool whose scope the key lacks, in the result of the call', async () => {
      const client = await connect('read', 'comments');
      const refused = await run(client, 'draft_post', { title: 'No' });
      expect(refused).to.deep.include({
        isError: true,
        text: 'SCOPE_MISSING: This API key lacks the scope "posts".',
      });
      expect((await run(client, 'list_all_posts')).value.code).to.equal('SCOPE_MISSING');
      const unknown = await client.callTool({ name: 'constructor' }).catch((error: Error) => error.message);
      expect(unknown).to.include('There is no tool with the name "constructor".');
    });

    // docs/interface.md, F14
    it('counts reads towards the usual limits, except for a key with the scope read', async () => {
      const [limited, free] = [await newKey(use(), 'comments'), await newKey(use(), 'read')];
      const headers = freshAddress();
      const search = rpc('tools/call', { name: 'search_posts', arguments: { q: 'x' } });
      let last = await post(search, limited, headers);
      for (let calls = 1; calls <= 60; calls += 1) last = await post(search, limited, headers);
      expect(last.body.result.structuredContent).to.include({ code: 'RATE_LIMITED', retryAfter: 60 });
      expect((await post(search, free, headers)).body.result.isError).to.equal(undefined);
    });

    // docs/interface.md, F13
    it('accepts API keys only, until they are revoked', async () => {
      const list = rpc('tools/list');
      for (const token of [undefined, 'x', use().token, `oct_${'A'.repeat(43)}`]) {
        const { status, headers, body } = await post(list, token);
        expect([status, body.code, headers.get('www-authenticate')]).to.deep.equal([401, 'UNAUTHORIZED', 'Bearer']);
      }
      const { key, secret } = (await use().admin('POST', '/api/admin/keys', { name: 'x', scopes: ['read'] })).body;
      expect((await post(list, secret)).status).to.equal(200);
      await setMustChange(use(), true);
      expect((await post(list, secret)).body.code).to.equal('PASSWORD_CHANGE_REQUIRED');
      await setMustChange(use(), false);
      await use().admin('DELETE', `/api/admin/keys/${key.id}`);
      expect((await post(list, secret)).status).to.equal(401);
    });

    // docs/interface.md, F13, H14
    it('rejects requests from pages of other sites, and accepts those of sites that may comment', async () => {
      const key = await newKey(use(), 'read');
      for (const headers of [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { 'sec-fetch-site': 'cross-site' },
      ]) {
        const { status, body } = await post(rpc('ping'), key, headers);
        expect([status, body.code]).to.deep.equal([403, 'ORIGIN_NOT_ALLOWED']);
      }
      expect((await post(rpc('ping'), key, { origin: BASE })).body).to.deep.equal({
        jsonrpc: '2.0',
        id: 1,
        result: {},
      });
    });

    // docs/interface.md, F15
    it('accepts 10 messages in a batch, and answers one that cancels its own call', async () => {
      const key = await newKey(use(), 'read');
      const batch = (count: number) => Array.from({ length: count }, (_, at) => rpc('ping', {}, at));
      expect((await post(batch(10), key)).body).to.have.length(10);
      const { status, body } = await post(batch(11), key);
      expect([status, body.code, body.error]).to.deep.equal([
        400,
        'BAD_REQUEST',
        'A batch may contain 10 messages; send the others in another request.',
      ]);
      const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
      const call = rpc('tools/call', { name: 'list_posts' });
      expect((await post([call, cancelled], key)).body.result.isError).to.equal(undefined);
      expect((await post([cancelled], key)).status).to.equal(202);
    });

    // docs/interface.md, F15
    it('keeps no sessions: notifications are 202, GET and DELETE 405', async () => {
      const key = await newKey(use(), 'read');
      const { status, body, headers } = await post({ jsonrpc: '2.0', method: 'notifications/initialized' }, key);
      expect([status, body, headers.get('cache-control')]).to.deep.equal([202, '', 'no-store']);
      for (const method of ['GET', 'DELETE']) {
        const answer = await use().call(method, '/mcp', { token: key, headers: { accept: 'text/event-stream' } });
        expect([answer.status, answer.body.code, answer.headers.get('allow')]).to.deep.equal([
          405,
          'METHOD_NOT_ALLOWED',
          'POST, OPTIONS',
        ]);
      }
    });

    // docs/interface.md, F15, W9
    it('rejects bodies that are no messages, too large or nested too deeply', async () => {
      const key = await newKey(use(), 'read');
      const send = async (raw: string, token = key) => {
        const { status, body } = await use().call('POST', '/mcp', { raw, token });
        return [status, body.code ?? body.error?.code];
      };
      expect(await send('{')).to.deep.equal([400, 'PARSE_ERROR']);
      expect(await send('{"a":1}')).to.deep.equal([400, -32700]);
      expect(await send(`${'['.repeat(68)}${']'.repeat(68)}`)).to.deep.equal([400, 'NESTING_TOO_DEEP']);
      const large = JSON.stringify(rpc('ping', { _meta: { x: 'x'.repeat(300_000) } }));
      expect(await send(large)).to.deep.equal([413, 'PAYLOAD_TOO_LARGE']);
      expect((await send(large, await newKey(use(), 'posts')))[0]).to.equal(200);
    });
  },
  { SITE_URL: BASE },
);
