import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect } from 'chai';

import { createSchedule } from '../routers/posts/schedule.ts';
import { createApp } from '../server/service/app.ts';
import { readConfig } from '../server/config/config.ts';
import { listenToFile } from '../server/storage/instances/listen-to-file.ts';
import { watchProxies } from '../server/http/proxy-watch.ts';
import { openMedia } from '../server/media/media.ts';
import { createMetrics } from '../server/http/metrics.ts';
import type { Renderer } from '../server/site/render/markdown.ts';
import { createRenderer } from '../server/site/render/markdown.ts';
import { prerenderPosts } from '../server/site/render/prerender.ts';
import { createRenderings } from '../server/site/render/renderings.ts';
import type { Shown } from '../server/site/render/rendered.ts';
import { change, write } from './support/posts.ts';
import { describeService, itOnSqlite, type TestService } from './support/service.ts';
import { rowsIn } from './support/stored.ts';
import { until } from './support/until.ts';

const WORDS = 'A **lasting** text.';
const HTML = '<p>A <strong>lasting</strong> text.</p>';

describeService.onBothEngines('renderings', (use, engine) => {
  const itOnce = itOnSqlite(engine);
  it('are stored with the post by its first reader, and used after a restart', async () => {
    const id = await readOnce(use(), { content: WORDS });
    const rendered: string[] = [];
    const restarted = createRenderer(({ markdown }) => {
      rendered.push(markdown);
      return Promise.resolve(null);
    }, renderingsOf(use()));
    const { html, words } = await restarted.render(WORDS, { post: id });
    expect(html.trim()).to.equal(HTML);
    expect(words).to.equal(3);
    expect(rendered).to.deep.equal([]);
  });

  itOnce('are replaced when the site gets another URL, because external links are marked', async () => {
    const id = await readOnce(use(), { content: WORDS });
    const renderings = renderingsOf(use());
    const rendered: string[] = [];
    const renderer = createRenderer(({ site }) => {
      rendered.push(site);
      return Promise.resolve({ html: site, toc: [], words: 1 });
    }, renderings);
    await renderer.render(WORDS, { post: id, site: 'https://moved.example' });
    expect(rendered).to.deep.equal(['https://moved.example']);
    await until(async () => (await rowsIn(use().database, 'renderings')).some((row) => row.includes('moved.example')));
  });

  it('record that a text is too complex, across restarts', async () => {
    const content = `${WORDS} Too complex.`;
    const id = await write(use(), { content });
    const renderer = createRenderer(() => Promise.resolve(null), renderingsOf(use()));
    expect(await renderer.render(content, { post: id })).to.include({ tooComplex: true });
    await until(async () => (await keysOf(use(), id)).length === 1);
    const restarted = createRenderer(() => Promise.reject(new Error('asked again')), renderingsOf(use()));
    const shown = await restarted.render(content, { post: id });
    expect(shown).to.include({ tooComplex: true });
    expect(shown.html).to.match(/^<pre/);
    const { body } = await use().admin('GET', '/api/admin/health');
    expect(body.complexPosts).to.deep.equal([id]);
    await change(use(), id, { content: WORDS });
    expect((await use().admin('GET', '/api/admin/health')).body.complexPosts).to.deep.equal([]);
  });

  // docs/interface.md, D4
  it('name the newest 20 posts that are too complex', async () => {
    const ids: string[] = [];
    for (let at = 0; at < 21; at++) ids.unshift(await write(use(), { content: `${WORDS} ${at}` }));
    const { kysely } = use().database;
    const keys = await kysely.selectFrom('posts').select('key').where('slug', 'in', ids).execute();
    const row = { made_from: '', html: '', toc: '[]', words: 1, too_complex: 1 };
    const rows = keys.map(({ key }) => ({ ...row, post_key: key }));
    await kysely.insertInto('renderings').values(rows).execute();
    const { body } = await use().admin('GET', '/api/admin/health');
    expect(body.complexPosts).to.deep.equal(ids.slice(0, 20));
    await kysely.deleteFrom('renderings').where('too_complex', '=', 1).execute();
  });

  itOnce('do not store a fallback while the machine is overloaded', async () => {
    const [late, usual] = [`${WORDS} Too late.`, `${WORDS} As usual.`];
    const posts = [await write(use(), { content: late }), await write(use(), { content: usual })];
    const renderer = createRenderer(
      ({ markdown }) =>
        markdown === late ? Promise.reject(new Error('busy')) : Promise.resolve({ html: markdown, toc: [], words: 1 }),
      renderingsOf(use()),
    );
    expect((await renderer.render(late, { post: posts[0]! })).html).to.include('<pre');
    await renderer.render(usual, { post: posts[1]! });
    await until(async () => (await keysOf(use(), posts[1]!)).length === 1);
    expect(await keysOf(use(), posts[0]!)).to.deep.equal([]);
  });

  itOnce('that are a fallback appear in no cached page or feed', async () => {
    const id = await write(use(), { content: `${WORDS} Later.` });
    let isBusy = true;
    const renderer = createRenderer(() =>
      isBusy ? Promise.reject(new Error('busy')) : Promise.resolve({ html: '<i>done</i>', toc: [], words: 1 }),
    );
    await served(use(), renderer, async (url) => {
      const bodies = async () => {
        const answers = [`/posts/${id}`, '/feed.xml', '/feed.json'].map((path) => fetch(url + path));
        return Promise.all(answers.map(async (answer) => (await answer).text()));
      };
      for (const body of await bodies()) expect(body).to.include('A **lasting** text.').and.not.include('done');
      isBusy = false;
      for (const body of await bodies()) expect(body).to.include('done');
    });
  });

  // How a text is rendered does not depend on the engine, and this one takes seconds.
  if (engine === 'SQLite') {
    it('of a text that is too complex are plain text, and do not delay other readers', async () => {
      const content = '['.repeat(900_000);
      const other = await write(use(), { content: `${WORDS} Read beside it.` });
      const id = await write(use(), { content });
      const complex = use().call('GET', `/posts/${id}`);
      const order: string[] = [];
      await Promise.all([
        complex.then(() => order.push('complex')),
        use()
          .call('GET', `/posts/${other}`)
          .then(() => order.push('other')),
      ]);
      expect(order).to.deep.equal(['other', 'complex']);
      const { status, body } = await complex;
      expect(status).to.equal(200);
      expect(body).to.include('<pre tabindex="0">[[[[');
      const refused = await use().admin('POST', '/api/posts/render', { content });
      expect(refused.status).to.equal(400);
      expect(refused.body.code).to.equal('CONTENT_TOO_COMPLEX');
    });
  }

  it('are deleted with their text', async () => {
    const id = await readOnce(use(), { content: `${WORDS} Old words.` });
    await change(use(), id, { excerpt: 'Another excerpt leaves it.' });
    expect(await keysOf(use(), id)).to.have.lengthOf(1);
    await change(use(), id, { content: 'New words.' });
    expect(await keysOf(use(), id)).to.deep.equal([]);
  });

  it('are deleted when a post is protected, and late ones are not stored', async () => {
    const content = `${WORDS} Soon secret.`;
    const id = await readOnce(use(), { content });
    const late: Shown = { html: 'late', toc: [], words: 1, tooComplex: false };
    await change(use(), id, { password: 'p4ssw0rd' });
    expect(await keysOf(use(), id)).to.deep.equal([]);
    await renderingsOf(use()).keep(id, 'late', content, late);
    expect(await keysOf(use(), id)).to.deep.equal([]);
  });

  it('are stored again when a text is restored', async () => {
    const id = await readOnce(use(), { content: `${WORDS} Once more.` });
    await change(use(), id, { content: 'Something else.' });
    await change(use(), id, { content: `${WORDS} Once more.` });
    expect(await keysOf(use(), id)).to.deep.equal([]);
    expect((await use().call('GET', `/posts/${id}`)).status).to.equal(200);
    await until(async () => (await keysOf(use(), id)).length === 1);
  });

  it('are deleted with the post', async () => {
    const id = await readOnce(use(), { content: `${WORDS} Deleted.` });
    const before = (await rowsIn(use().database, 'renderings')).length;
    await use().admin('DELETE', `/api/posts/${id}`);
    expect(await rowsIn(use().database, 'renderings')).to.have.lengthOf(before - 1);
  });

  it('are created before the first read by the process that wrote the post', async () => {
    const { services, changes, database } = use();
    prerenderPosts({ services, changes, renderer: createRenderer(undefined, renderingsOf(use())) });
    const id = await write(use(), { content: `${WORDS} Ahead.` });
    const secret = await write(use(), { content: `${WORDS} Never.`, password: 'p4ssw0rd' });
    await until(async () => (await keysOf(use(), id)).length === 1);
    expect(await keysOf(use(), secret)).to.deep.equal([]);
    expect((await rowsIn(database, 'renderings')).join()).not.to.include('Never');
  });
});

/** Creates a post and reads its page as a visitor until the rendering is stored. */
async function readOnce(service: TestService, fields: Record<string, unknown>): Promise<string> {
  const id = await write(service, fields);
  expect((await service.call('GET', `/posts/${id}`)).body).to.include('lasting');
  await until(async () => (await keysOf(service, id)).length === 1);
  return id;
}

function renderingsOf({ services, database }: TestService) {
  return createRenderings(services, database.dialect);
}

async function keysOf({ database }: TestService, id: string): Promise<string[]> {
  const rows = await database.kysely
    .selectFrom('renderings')
    .innerJoin('posts', 'posts.key', 'renderings.post_key')
    .select('renderings.made_from')
    .where('posts.slug', '=', id)
    .execute();
  return rows.map((row) => row.made_from);
}

/** Starts another service on the same database, with another renderer. */
async function served(test: TestService, renderer: Renderer, run: (url: string) => Promise<void>): Promise<void> {
  const { services, changes, database } = test;
  const { clock, log } = services;
  const config = readConfig({ DATABASE_URL: database.url });
  const opened = {
    services: { ...services, settings: { ...services.settings, siteAddress: () => 'https://blog.example' } },
    changes,
    writePace: () => 0,
    renderer,
    metrics: createMetrics(),
    listener: { ...listenToFile(() => 0, changes.hear), instance: null },
    schedule: createSchedule(services.em, clock),
    proxyWatch: watchProxies(config.clientIpHeader, clock, log),
    media: await openMedia(services, config),
    mail: null,
  };
  const health = {
    databaseProblem: () => Promise.resolve(null),
    stuckFor: () => 0,
    draining: false,
    gate: { isClosed: false },
  };
  const server = createServer(createApp(opened, config, health));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
