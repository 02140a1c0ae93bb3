import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';

import { withoutDeadline } from '../routers/base/deadline.ts';
import type { MediaShape } from '../routers/media/schemas.ts';
import { lockVersions } from '../routers/data/sequence.ts';
import { BlogError, createBlogClient } from '../client/index.ts';
import { openTerminal, writeFiles } from './support/cli.ts';
import { expectRefusal } from './support/comments.ts';
import { picture } from './support/files.ts';
import { newKey } from './support/keys.ts';
import { write } from './support/posts.ts';
import { describeService, itOnSqlite } from './support/service.ts';
import { takeMany } from './support/transfer.ts';
import { until } from './support/until.ts';
import { replace, upload, uploaded, withSizes } from './support/uploads.ts';

const CDN = 'https://cdn.example/files';
const SITE = 'https://blog.example';

describeService.onBothEngines(
  'replaced files',
  (use, engine) => {
    const itOnce = itOnSqlite(engine);
    let made = 0;
    const jpeg = (width = 700) =>
      picture(width, 40, (made += 20))
        .jpeg()
        .toBuffer();
    const pathOf = ({ url }: MediaShape) => url.slice(CDN.length + 1);
    const get = (path: string) => fetch(`${use().url}/media/${path}`, { redirect: 'manual' });
    const post = async (id: string) => (await use().admin('GET', `/api/posts/${id}`)).body.post;
    const file = async (content: Uint8Array | string, name?: string) => {
      const media = await uploaded(use(), content, name);
      return { ...media, path: pathOf(media) };
    };
    const replaced = async (id: string, content: Uint8Array | string, fields: Record<string, string> = {}) => {
      const { status, body } = await replace(use(), id, content, 'new.jpg', fields);
      expect(status, JSON.stringify(body)).to.equal(200);
      const { media, posts } = body as { media: MediaShape; posts: number };
      return { media, posts, path: pathOf(media) };
    };

    // docs/interface.md, M17, M18
    it('have a new URL, which posts, covers and working copies get in one transaction', async () => {
      const old = await file(await jpeg(), 'harbour.jpg');
      const small = old.path.replace('.jpg', '-320.webp');
      const text = (path: string, other: string, size: string) =>
        `![a](/media/${path}${size}) <${CDN}/${path}> [b](${SITE}/media/${path})\n\n` +
        `<img srcset="/media/${other} 320w, https://other.example/media/${path} 2x"> \`/media/${path}\``;
      await write(use(), { id: 'text', content: text(old.path, small, '#700x40'), date: '2026-02-01' });
      await write(use(), { id: 'cover', cover: `/media/${old.path}`, content: 'x', status: 'draft' });
      await write(use(), { id: 'copy', content: 'x' });
      await write(use(), {
        id: 'locked',
        content: `![](/media/${old.path})`,
        protected: true,
        password: 'open sesame',
      });
      await write(use(), { id: 'other', content: 'none' });
      const before = { text: await post('text'), copy: await post('copy'), other: await post('other') };
      const fields = { content: `![](/media/${old.path})`, title: 'T' };
      for (const id of ['copy', 'text']) {
        const { version } = await post(id);
        await use().admin('PUT', `/api/posts/${id}/working-copy`, { baseVersion: version, fields });
      }

      const { media, path, posts } = await replaced(old.id, await jpeg(900), { alt: 'Boats' });
      expect(posts).to.equal(3);
      expect(media).to.include({ id: old.id, name: 'harbour.jpg', alt: 'Boats', width: 900, createdAt: old.createdAt });
      expect(path).to.match(/^2026\/03\/new-[0-9a-f]{8}\.jpg$/);
      const shown = text(path, path.replace('.jpg', '-320.webp'), '#900x40');
      const expected = shown.replace(`https://other.example/media/${path}`, `https://other.example/media/${old.path}`);
      const after = await post('text');
      expect(after.content).to.equal(expected.replace(`\`/media/${path}\``, `\`/media/${old.path}\``));
      expect(after.version).to.be.above(before.text.version);
      expect((await post('cover')).cover).to.equal(`/media/${path}`);
      expect((await post('copy')).version).to.equal(before.copy.version);
      expect(await post('other')).to.deep.equal(before.other);
      for (const id of ['copy', 'text']) {
        const { workingCopy } = (await use().admin('GET', `/api/posts/${id}/working-copy`)).body;
        expect(workingCopy.fields).to.deep.equal({ ...fields, content: `![](/media/${path})` });
        expect((await use().admin('POST', `/api/posts/${id}/working-copy/publish`)).status).to.equal(200);
      }
      const { revisions } = (await use().admin('GET', '/api/posts/text/revisions')).body;
      expect(revisions.map(({ version }: { version: number }) => version)).to.include(before.text.version);
      const { body } = await use().admin('GET', `/api/media/${old.id}/uses`);
      expect(body.posts.map(({ id, where }: { id: string; where: string }) => `${id} ${where}`)).to.have.members([
        'text content',
        'cover cover',
        'copy content',
      ]);
    });

    // docs/interface.md, R5
    itOnce('give working copies a later time, so that nothing older is saved over them', async () => {
      const { id, path: old } = await file(await jpeg(), 'draft.jpg');
      await write(use(), { id: 'drafted', content: 'x' });
      const { version: baseVersion } = await post('drafted');
      const copy = '/api/posts/drafted/working-copy';
      const saved = { baseVersion, fields: { content: `![](/media/${old})` } };
      const { savedAt } = (await use().admin('PUT', copy, saved)).body;
      await replaced(id, await jpeg());
      const { workingCopy } = (await use().admin('GET', copy)).body;
      expect(workingCopy.savedAt)
        .to.be.a('string')
        .and.satisfy((time: string) => time > savedAt);
      const late = await use().admin('PUT', copy, { ...saved, ifSavedAt: savedAt });
      expectRefusal(late, 412, 'PRECONDITION_FAILED');
    });

    // docs/interface.md, M6, M16, M19
    it('are in use where a post has one of their former URLs', async () => {
      const { id, path: old } = await file(await jpeg(), 'former.jpg');
      await write(use(), { id: 'restored', content: `![](/media/${old})` });
      const { version } = await post('restored');
      for (let times = 0; times < 2; times++) await replaced(id, await jpeg());
      await use().admin('POST', `/api/posts/restored/revisions/${version}/restore`);
      expect((await post('restored')).content).to.equal(`![](/media/${old})`);
      const expectUses = async (places: string[]) => {
        const { body } = await use().admin('GET', `/api/media/${id}/uses`);
        expect(body.posts.map((one: { where: string }) => one.where)).to.deep.equal(places);
        expect(body.total).to.equal(places.length);
        const { media } = (await use().admin('GET', '/api/media?unused=1&pageSize=100')).body;
        expect(media.some((one: MediaShape) => one.id === id)).to.equal(places.length === 0);
      };
      await expectUses(['content']);
      const cover = `${CDN}/${old.replace('.jpg', '-320.webp')}`;
      await use().admin('PUT', '/api/posts/restored', { content: 'x', cover });
      await expectUses(['cover']);
      await use().admin('PUT', '/api/posts/restored', { cover: '' });
      await expectUses([]);
    });

    it('are replaced in the settings too', async () => {
      const { id, path: old } = await file(await jpeg(500), 'mark.jpg');
      const settingsWith = (file: string) => ({
        logo: `/media/${file}`,
        icon: `/media/${file}`,
        authorPicture: 'https://x.example/ada.jpg',
        navigation: [{ page: 'archive' }, { label: 'Mark', url: `${SITE}/media/${file}#top` }],
        footerNavigation: null,
        authorLinks: [{ label: 'Ada', url: 'https://x.example/ada' }],
        customCss: `a { background: url( "/media/${file}" ), url(${CDN}/${file}) }\nb { background: url(/other.png) }`,
      });
      const put = (settings: object) => use().admin('PUT', '/api/admin/settings', settings);
      const isUnused = async () => {
        const { media } = (await use().admin('GET', '/api/media?unused=1&pageSize=100')).body;
        return media.some((one: MediaShape) => one.id === id);
      };
      expect(await isUnused()).to.equal(true);
      const before = (await use().admin('GET', '/api/admin/settings')).body;
      expect((await put(settingsWith(old))).status).to.equal(200);
      const { path } = await replaced(id, await jpeg(600));
      expect((await use().admin('GET', '/api/admin/settings')).body).to.deep.include(settingsWith(path));
      const expected = ['logo', 'icon', 'navigation', 'customCss'];
      expect((await use().admin('GET', `/api/media/${id}/uses`)).body.settings).to.deep.equal(expected);
      for (const name of expected) {
        await put({ ...before, [name]: settingsWith(old)[name as 'logo'] });
        expect(await isUnused(), name).to.equal(false);
      }
      await put(before);
      expect(await isUnused()).to.equal(true);
    });

    itOnce('are replaced as pictures of authors, tags and categories, and of link previews', async () => {
      const { id, path: old } = await file(await jpeg(500), 'face.jpg');
      const { admin } = use();
      const links = (path: string) => [{ label: 'Portrait', url: `${SITE}/media/${path}` }];
      await admin('POST', '/api/admin/authors', {
        id: 'ada',
        name: 'Ada',
        picture: `/media/${old}`,
        links: links(old),
      });
      await write(use(), { id: 'looks', tags: ['sea'], shareImage: `/media/${old}` });
      await admin('PUT', '/api/admin/names/tag/sea', { picture: `/media/${old}` });
      const { version } = await post('looks');
      await admin('PUT', '/api/posts/looks/working-copy', {
        baseVersion: version,
        fields: { shareImage: `${CDN}/${old}` },
      });
      const { path, posts } = await replaced(id, await jpeg(600));
      expect(posts).to.equal(1);
      const { author } = (await admin('GET', '/api/admin/authors/ada')).body;
      expect(author).to.deep.include({ picture: `/media/${path}`, links: links(path) });
      const { names } = (await admin('GET', '/api/admin/names/tag?search=sea')).body;
      expect(names[0]).to.include({ picture: `/media/${path}` });
      expect((await post('looks')).shareImage).to.equal(`/media/${path}`);
      const { workingCopy } = (await admin('GET', '/api/posts/looks/working-copy')).body;
      expect(workingCopy.fields.shareImage).to.equal(`${CDN}/${path}`);
    });

    // docs/interface.md, H21, M19
    itOnce('redirect from their old URLs to the new one, also from those of sizes and of earlier files', async () => {
      const first = await file(await jpeg(), 'first.jpg');
      await withSizes(use(), first.id);
      const second = await replaced(first.id, await jpeg(1400));
      const third = await replaced(first.id, await jpeg(400));
      await until(async () => (await get(first.path)).status !== 200);
      await withSizes(use(), first.id);
      const places = {
        [first.path]: third.path,
        [first.path.replace('.jpg', '-320.webp')]: third.path.replace('.jpg', '-320.webp'),
        [first.path.replace('.jpg', '-640.webp')]: third.path,
        [second.path.replace('.jpg', '-1280.webp')]: third.path,
      };
      await until(async () => (await get(second.path)).status !== 200);
      for (const [from, to] of Object.entries(places)) {
        const { status, headers } = await get(from);
        expect({ status, to: headers.get('location') }, from).to.deep.equal({ status: 301, to: `/media/${to}` });
        expect(headers.get('cross-origin-resource-policy'), from).to.equal('cross-origin');
      }
      expect((await get(third.path)).status).to.equal(200);
      const again = await file(await (await get(third.path)).arrayBuffer().then(Buffer.from), 'x.jpg');
      expect(again.id).to.equal(first.id);
      await use().admin('DELETE', `/api/media/${first.id}`);
      await until(async () => (await get(first.path)).status === 404);
    });

    // docs/interface.md, M13
    itOnce('are shown in place of smaller versions until these are made', async () => {
      const media = await file(await jpeg(1400));
      const larger = media.path.replace('.jpg', '-1920.webp');
      await withSizes(use(), media.id);
      expect((await get(larger)).status).to.equal(404);
      await use().database.kysely.updateTable('media').set({ sizes: null }).where('id', '=', media.id).execute();
      const { status, headers } = await get(larger);
      expect({ status, to: headers.get('location') }).to.deep.equal({ status: 302, to: `/media/${media.path}` });
      const next = await replaced(media.id, await jpeg(1300));
      await withSizes(use(), media.id);
      await use().database.kysely.updateTable('media').set({ sizes: null }).where('id', '=', media.id).execute();
      const former = await get(larger);
      expect([former.status, former.headers.get('location')]).to.deep.equal([302, `/media/${next.path}`]);
    });

    itOnce('are of the same kind, and not files of the library', async () => {
      const [bytes, others] = [await jpeg(), await jpeg()];
      const media = await file(bytes, 'one.jpg');
      const other = await file(others, 'two.jpg');
      const same = await replaced(media.id, bytes);
      expect(same).to.deep.include({ posts: 0, path: media.path });
      const known = await replace(use(), media.id, others);
      expectRefusal(known, 409, 'MEDIA_EXISTS');
      expect(known.body.error).to.include(`"two.jpg" (${other.id})`);
      expectRefusal(await replace(use(), media.id, '%PDF-1.7\n1 0 obj'), 415, 'UNSUPPORTED_FILE_TYPE');
      expectRefusal(await replace(use(), media.id, 'text'), 415, 'UNSUPPORTED_FILE_TYPE');
      const link = await use().admin('POST', '/api/media', { url: 'https://x.example/a.png' });
      expectRefusal(await replace(use(), link.body.media.id, bytes), 400, 'BAD_REQUEST');
      expectRefusal(await replace(use(), 'm-none', bytes), 404, 'NOT_FOUND');
      expectRefusal(await replace(use(), media.id, bytes, 'a.jpg', {}, null), 401, 'UNAUTHORIZED');
      const key = await newKey(use(), 'posts');
      expectRefusal(await replace(use(), media.id, bytes, 'a.jpg', {}, key), 403, 'SCOPE_MISSING');
      const { media: listed } = (await use().admin('GET', `/api/media?search=${media.name}`)).body;
      expect(listed[0].url).to.equal(media.url);
      expect((await get(media.path)).status).to.equal(200);
      await until(async () => {
        const jobs = use().database.kysely.selectFrom('jobs').select('id').where('kind', '=', 'media.remove');
        return (await jobs.execute()).length === 0;
      });
    });

    it('by two concurrent callers are replaced one after the other', async () => {
      const media = await file(await jpeg(), 'both.jpg');
      await write(use(), { id: 'both', content: `![](/media/${media.path})` });
      const answers = await Promise.all([await jpeg(), await jpeg()].map((bytes) => replace(use(), media.id, bytes)));
      expect(answers.map(({ status }) => status)).to.deep.equal([200, 200]);
      const { media: listed } = (await use().admin('GET', '/api/media?search=both.jpg')).body;
      expect((await post('both')).content).to.equal(`![](/media/${pathOf(listed[0])})`);
    });

    // docs/interface.md, M18
    it('block no writer while texts are read, and keep concurrent changes', async () => {
      const media = await file(await jpeg(), 'slow.jpg');
      const old = `![](/media/${media.path})`;
      for (const id of ['slow', 'slower']) await write(use(), { id, content: old });
      const { markdown } = use().services;
      const { replaceUrls } = markdown;
      markdown.replaceUrls = async (...text) => {
        markdown.replaceUrls = replaceUrls;
        const { status } = await use().admin('PUT', '/api/posts/slower', { content: `Written now. ${old}` });
        expect(status).to.equal(200);
        return replaceUrls(...text);
      };
      const { posts, path } = await replaced(media.id, await jpeg());
      expect(posts).to.equal(2);
      expect((await post('slow')).content).to.equal(`![](/media/${path})`);
      expect((await post('slower')).content).to.equal(`Written now. ![](/media/${path})`);
    });

    // docs/interface.md, E6
    itOnce('may take longer than other calls wait for the database', async () => {
      const media = await file(await jpeg(), 'busy.jpg');
      await write(use(), { id: 'busy', content: `![](/media/${media.path})` });
      const { markdown, em } = use().services;
      const { replaceUrls } = markdown;
      const { setTimeout: original } = globalThis;
      let held: Promise<void> | undefined;
      markdown.replaceUrls = async (...text) => {
        markdown.replaceUrls = replaceUrls;
        const began = Promise.withResolvers<void>();
        held = withoutDeadline(() =>
          em.fork().transactional(async (tx) => {
            await lockVersions(tx);
            began.resolve();
            await sleep(500);
          }),
        );
        await began.promise;
        // The rest of the 14 s is over in 0.1 s.
        globalThis.setTimeout = ((work: () => void, ms = 0) =>
          original(work, ms > 10_000 && ms <= 14_000 ? 100 : ms)) as typeof setTimeout;
        return replaceUrls(...text);
      };
      try {
        expect((await replaced(media.id, await jpeg())).posts).to.equal(1);
      } finally {
        globalThis.setTimeout = original;
        await held;
      }
    });

    it('wait for the job that searches the posts', async () => {
      const media = await file(await jpeg());
      const { kysely } = use().database;
      await takeMany(use(), 60, (at) => ({ content: `![](/a.png) ${at}` }));
      const { clock } = use();
      const { monotonic } = clock;
      clock.monotonic = () => (clock.advance(2000), monotonic());
      const refused = await replace(use(), media.id, await jpeg());
      clock.monotonic = monotonic;
      expectRefusal(refused, 503, 'SERVICE_UNAVAILABLE');
      await until(async () => (await kysely.selectFrom('unsearched_posts').select('key').execute()).length === 0);
      expect((await replace(use(), media.id, await jpeg())).status).to.equal(200);
    });
  },
  { MEDIA_PUBLIC_URL: CDN, SITE_URL: SITE },
);

describe('replacing by the client and the command line', () => {
  it('client.media.replace() and octavo media replace return the record and the number of posts', async () => {
    const { service, folder, run, json, close } = await openTerminal();
    try {
      const { url, token } = service;
      const bytes = (number: number) => picture(20, 10, number).png().toBuffer();
      const { id, url: before } = await uploaded(service, await bytes(0), 'a.png');
      await write(service, { id: 'uses', content: `![](${new URL(before).pathname})` });
      const client = createBlogClient({ url, token });
      const { media, posts } = await client.media.replace(id, new Blob([await bytes(40)]), { name: 'B', alt: 'Boats' });
      expect({ posts, name: media.name, alt: media.alt }).to.deep.equal({ posts: 1, name: 'B', alt: 'Boats' });
      const refused = await client.media.replace('m-none', new Blob(['x'])).catch((error: unknown) => error);
      expect(refused).to.be.instanceOf(BlogError).and.to.include({ code: 'NOT_FOUND', status: 404 });
      await writeFiles(folder, { 'c.png': await bytes(80), 'd.png': await bytes(120) });
      const { code, stdout } = await run(['media', 'replace', id, `${folder}/c.png`, '--alt', 'A boat']);
      expect(code).to.equal(0);
      expect(stdout).to.match(/^http:\S+\/media\/2026\/03\/c-[0-9a-f]{8}\.png \(1 post was changed\)\n$/);
      const result = await json(['media', 'replace', id, `${folder}/d.png`]);
      expect(result).to.deep.include({ ok: true, posts: 1 });
      expect(result.media).to.include({ id, name: 'B', alt: 'A boat' });
      expect((await upload(service, await bytes(120))).body.media.id).to.equal(id);
    } finally {
      await close();
    }
  });
});
