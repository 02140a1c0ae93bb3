import { expect } from 'chai';

import { readSourcePost } from '../client/importers/markdown/source-post.ts';
import { set } from './support/comments.ts';
import { open, visit } from './support/pages.ts';
import { change, write } from './support/posts.ts';
import { describeService } from './support/service.ts';
import { describeVisited } from './support/visitors.ts';

const BASE = 'https://blog.example';

describeVisited(
  'posts as Markdown',
  (use) => {
    before(async () => {
      await write(use(), { id: 'fähre', title: 'The "ferry"', content: '# Six\n\n![p](y.png)\n', tags: ['a'] });
      await write(use(), { id: 'locked', title: 'Locked', content: 'MARKER', password: 'secret' });
      await write(use(), { id: 'draft', title: 'MARKER', status: 'draft' });
    });

    // docs/interface.md, F17
    it('are the files that an export writes', async () => {
      const { status, headers, text } = await visit(use(), `/posts/${encodeURIComponent('fähre')}.md`);
      expect(status).to.equal(200);
      expect(headers.get('content-type')).to.equal('text/markdown; charset=utf-8');
      expect(headers.get('content-security-policy')).to.include("default-src 'none'");
      expect(headers.get('ratelimit-limit')).to.equal('600');
      expect(text).to.match(/^---\ntitle: "The \\"ferry\\""\nid: "fähre"\n/);
      expect(text.endsWith('---\n\n# Six\n\n![p](y.png)\n')).to.equal(true);
      const { title, content, tags } = readSourcePost('fähre.md', text);
      expect({ title, content, tags }).to.deep.equal({
        title: 'The "ferry"',
        content: '# Six\n\n![p](y.png)\n',
        tags: ['a'],
      });
    });

    // docs/interface.md, F17
    it('exist for plain public posts only', async () => {
      for (const id of ['locked', 'draft', 'unknown', 'gb-note', '']) {
        const { status, headers, text } = await visit(use(), `/posts/${id}.md`, {
          authorization: `Bearer ${use().token}`,
        });
        expect([id, status]).to.deep.equal([id, 404]);
        expect(headers.get('cache-control')).to.equal('no-store');
        expect(text).not.to.include('MARKER');
      }
      expect((await visit(use(), '/posts/unknown.md')).text).to.equal('There is no post with this id.\n');
    });

    it('answer HEAD and 304, and follow each change of the post', async () => {
      const id = await write(use(), { id: 'changing', title: 'One' });
      const before = await visit(use(), `/posts/${id}.md`);
      expect(before.headers.get('cache-control')).to.equal('public, max-age=0, must-revalidate');
      const known = { 'if-none-match': before.headers.get('etag') ?? '' };
      expect((await visit(use(), `/posts/${id}.md`, known)).status).to.equal(304);
      expect((await visit(use(), `/posts/${id}.md`, {}, 'HEAD')).text).to.equal('');
      expect((await visit(use(), `/posts/${id}.md`, {}, 'POST')).status).to.equal(405);
      await change(use(), id, { title: 'Two' });
      expect((await visit(use(), `/posts/${id}.md`, known)).text).to.include('title: "Two"');
      await change(use(), id, { status: 'draft' });
      expect((await visit(use(), `/posts/${id}.md`, known)).status).to.equal(404);
    });

    // docs/interface.md, F10, F17
    it('redirect from a former id, and a path of another site still leads to the page', async () => {
      await write(use(), { id: 'old-id', title: 'Renamed' });
      await use().admin('POST', '/api/posts/old-id/rename', { newId: 'new-id' });
      const moved = await visit(use(), '/posts/old-id.md');
      expect([moved.status, moved.headers.get('location')]).to.deep.equal([301, '/posts/new-id.md']);
      const post = { sourceKey: 'k', title: 'Imported', id: 'imported', aliases: ['/posts/elsewhere.md'] };
      await use().admin('POST', '/api/admin/import', { posts: [post] });
      const alias = await visit(use(), '/posts/elsewhere.md');
      expect([alias.status, alias.headers.get('location')]).to.deep.equal([301, '/posts/imported']);
    });

    it('are named by the pages of these posts', async () => {
      const link = '<link rel="alternate" type="text/markdown" href="';
      expect(await open(use(), `/posts/${encodeURIComponent('fähre')}`)).to.include(`${link}/posts/f%C3%A4hre.md">`);
      expect(await open(use(), '/posts/locked')).to.not.include(link);
      expect(await open(use(), '/')).to.not.include(link);
    });
  },
  { SITE_URL: BASE },
);

describeVisited(
  'llms.txt',
  (use) => {
    // docs/interface.md, F18
    it('has title and summary, the newest plain posts as Markdown, pages, feeds and interfaces', async () => {
      await set(use(), { title: 'Salt [& Paper]', description: 'On\n<bread>' });
      await write(use(), { id: 'first', title: 'A *first* [post]', excerpt: 'Two\nlines', date: '2026-01-01' });
      await write(use(), { id: 'second', title: 'Second', content: '', date: '2026-01-02' });
      await write(use(), { id: 'locked', title: 'MARKER', content: 'MARKER', password: 'secret' });
      await write(use(), { title: 'MARKER', status: 'draft' });
      for (const page of [
        { title: 'About [us]', content: 'Who we are.' },
        { title: 'MARKER 2', status: 'draft' },
        { title: 'MARKER 3', publishAt: '2999-01-01T00:00:00Z' },
        { title: 'MARKER 4', password: 'secret' },
      ]) {
        expect((await use().admin('POST', '/api/pages', page)).status).to.equal(201);
      }
      const { headers, text } = await visit(use(), '/llms.txt');
      expect(headers.get('content-type')).to.equal('text/markdown; charset=utf-8');
      expect(text).to.match(/^# Salt \\\[& Paper\\\]\n\n> On \\<bread\\>\n\n/);
      expect(text).to.include(
        `## Posts\n\n- [Second](${BASE}/posts/second.md)\n- [A \\*first\\* \\[post\\]](${BASE}/posts/first.md): Two lines\n`,
      );
      expect(text).to.include(
        `## Pages\n\n- [Home](${BASE}/)\n- [About \\[us\\]](${BASE}/about-us.md): Who we are.\n- [Archive]`,
      );
      expect(text).to.not.include('MARKER');
      const sections = [...text.matchAll(/^## (.*)$/gm)].map(([, name]) => name);
      expect(sections).to.deep.equal(['Posts', 'Pages', 'Feeds', 'API']);
      for (const [, url = ''] of text.matchAll(/^- \[.*\]\((.*?)\)/gm)) {
        expect((await visit(use(), url.replace(BASE, ''))).status, url).to.equal(200);
      }
      const known = { 'if-none-match': headers.get('etag') ?? '' };
      expect((await visit(use(), '/llms.txt', known)).status).to.equal(304);
      await write(use(), { title: 'Third' });
      expect((await visit(use(), '/llms.txt', known)).text).to.include('/posts/third.md');
      await use().admin('PUT', '/api/pages/about-us', { title: 'Contact' });
      expect((await visit(use(), '/llms.txt', known)).text).to.include('[Contact]');
      await use().admin('DELETE', '/api/pages/about-us');
      expect((await visit(use(), '/llms.txt', known)).text).to.not.include('[Contact]');
    });
  },
  { SITE_URL: BASE },
);

describeService(
  'a blog without the reading site',
  (use) => {
    // docs/interface.md, F11
    it('has no pages in llms.txt, and its posts as Markdown', async () => {
      await write(use(), { id: 'first', title: 'First' });
      expect(await open(use(), '/llms.txt')).to.not.include('## Pages');
      expect((await visit(use(), '/posts/first.md')).status).to.equal(200);
    });
  },
  { SITE_URL: BASE, SITE: 'off' },
);
