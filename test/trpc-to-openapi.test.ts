import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { initTRPC } from '@trpc/server';
import { expect } from 'chai';
import { createOpenApiNodeHttpHandler, type OpenApiMeta } from 'trpc-to-openapi';
import { z } from 'zod';

const t = initTRPC.meta<OpenApiMeta>().create();

/** Procedures that return their input, with their own schemas, because the handler changes them. */
function makeRouter() {
  const input = z.object({ page: z.number().min(1).default(1) });
  const body = z.object({ pinned: z.boolean().optional(), count: z.number().optional() });
  const rest = (method: 'GET' | 'PUT', path: `/${string}`) => t.procedure.meta({ openapi: { method, path } });
  const output = z.record(z.string(), z.unknown());
  return t.router({
    post: rest('GET', '/posts/{id}')
      .input(z.object({ id: z.string() }))
      .output(output)
      .query(({ input }) => input),
    list: rest('GET', '/posts')
      .input(input)
      .output(output)
      .query(({ input }) => input),
    update: rest('PUT', '/posts')
      .input(body)
      .output(output)
      .mutation(({ input }) => input),
  });
}

/**
 * Why server/api/rest.ts calls the procedures itself: each test shows a behaviour of trpc-to-openapi's handler that violates
 * the interface. A failing test means that the library has changed; once none passes, its handler can replace ours.
 */
describe("trpc-to-openapi's handler, which is not used", () => {
  let server: Server;
  let router: ReturnType<typeof makeRouter>;

  /** @param prepare prepares the request as the service does before the handler */
  async function ask(path: string, options: RequestInit = {}, prepare: (req: object) => void = () => undefined) {
    router = makeRouter();
    const handler = createOpenApiNodeHttpHandler({ router });
    server = createServer((req: IncomingMessage, res) => {
      prepare(req);
      void handler(req, res);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}${path}`, options);
    return { status: response.status, body: (await response.json()) as unknown };
  }
  const put = (json: unknown): RequestInit => ({
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(json),
  });
  afterEach(() => server.close());

  it('leaves path parameters encoded', async () => {
    expect((await ask('/posts/%C3%BCber')).body).to.deep.equal({ id: '%C3%BCber' });
  });

  it('ignores the case of paths', async () => {
    expect((await ask('/POSTS/x')).status).to.equal(200);
  });

  it('replaces a falsy query value by the default', async () => {
    const answer = await ask('/posts?page=0', {}, (req) => Object.assign(req, { query: { page: 0 } }));
    expect(answer).to.deep.equal({ status: 200, body: { page: 1 } });
  });

  it('changes the schemas, so that native tRPC accepts text for a number after the first request', async () => {
    const call = (page: unknown) => router.createCaller({}).list({ page } as never);
    await ask('/posts');
    expect(await call('2')).to.deep.equal({ page: 2 });
    router = makeRouter();
    expect(await call('2').catch((error: Error) => error.name)).to.equal('TRPCError');
  });

  it('coerces the text "false" of a body to true', async () => {
    expect((await ask('/posts', put({ pinned: 'false' }))).body).to.deep.equal({ pinned: true });
  });

  it('coerces null of a body to 0', async () => {
    expect((await ask('/posts', put({ count: null }))).body).to.deep.equal({ count: 0 });
  });
});
