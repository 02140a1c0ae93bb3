import { join } from 'node:path';

import { expect } from 'chai';

import { readLines, LONGEST_LINE } from '../../client/importers/jsonl/lines.ts';
import { openTerminal, writeFiles, type Terminal } from '../support/cli.ts';
import { exported } from '../support/transfer.ts';

describe('octavo import jsonl', () => {
  let terminal: Terminal;
  before(async () => {
    terminal = await openTerminal();
  });
  after(() => terminal?.close());
  const run = async (lines: unknown[], ...options: string[]) => {
    const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
    const folder = await writeFiles(join(terminal.folder, 'lines'), { 'blog.jsonl': text });
    return terminal.json(['import', 'jsonl', join(folder, 'blog.jsonl'), ...options]);
  };

  const lines = [
    {
      type: 'post',
      sourceKey: 'p1',
      id: 'first-light',
      title: 'First light',
      content: 'See [the second](/old/two.html).',
      date: '2024-02-04',
      created_at: '2024-02-04T07:30:00.000Z',
      tags: ['sea', 'light'],
      category: 'Days',
      author: 'Ada',
      excerpt: 'Short',
      pinned: true,
    },
    '',
    {
      type: 'post',
      sourceKey: 'p2',
      title: 'Second',
      html: '<p>An <em>HTML</em> text</p>',
      aliases: ['https://old.example/old/two.html'],
    },
    { type: 'post', sourceKey: 'p3', title: 'A draft', content: 'Not yet', status: 'draft' },
    {
      type: 'comment',
      sourceKey: 'c1',
      post: 'p1',
      author: 'Grace',
      content: 'Fine',
      created_at: '2024-02-05T08:00:00Z',
    },
    { type: 'comment', sourceKey: 'c2', post: 'p1', parent: 'c1', author: 'Ada', content: 'Thanks', owner: true },
    { type: 'comment', sourceKey: 'c3', post: 'p2', author: 'Bob', content: 'Hm', status: 'pending' },
  ];
  const posts = lines.filter((line) => typeof line === 'object' && line.type === 'post');

  it('imports posts and comments, in a dry run and for real, and changes nothing when repeated', async () => {
    const tried = await run(lines, '--dry-run');
    expect(await exported(terminal.service)).to.deep.equal([]);
    const report = await run(lines);
    for (const one of [tried, report]) {
      expect(one).to.include({ new: posts.length, changed: 0, redirects: 1, links: 1 });
      expect(one.comments).to.deep.equal({ new: 3, unchanged: 0 });
      expect(one.refused).to.deep.equal([]);
    }
    const again = await run(lines);
    expect(again).to.include({ new: 0, changed: 0, unchanged: posts.length });
    expect(again.comments).to.deep.equal({ new: 0, unchanged: 3 });

    const stored = await exported(terminal.service);
    const [first, second, draft] = ['p1', 'p2', 'p3'].map((key) => stored.find(({ sourceKey }) => sourceKey === key)!);
    expect(first).to.include({ id: 'first-light', title: 'First light', date: '2024-02-04', category: 'Days' });
    expect(first).to.include({ author: 'Ada', excerpt: 'Short', pinned: 1, status: 'published' });
    expect(first).to.include({ created_at: '2024-02-04T07:30:00.000Z', content: 'See [the second](/posts/second).' });
    expect(first!.tags).to.deep.equal(['sea', 'light']);
    expect(second).to.include({ content: 'An *HTML* text', status: 'published' });
    expect(draft).to.include({ status: 'draft' });
    expect((await terminal.service.call('GET', '/old/two.html')).status).to.equal(301);
    const { body } = await terminal.service.call('GET', '/api/posts/first-light/comments');
    const shown = body.comments as { author: string; parent_id: string | null; date: string }[];
    expect(shown.map(({ author }) => author)).to.have.members(['Grace', 'Ada']);
    expect(shown.find(({ author }) => author === 'Grace')?.date).to.equal('2024-02-05T08:00:00.000Z');
    expect(shown.find(({ author }) => author === 'Ada')?.parent_id).to.be.a('string');
  });

  // docs/interface.md, X19
  it('takes empty places, keeps replies to comments without a text together, and reports each of these', async () => {
    const at = (sourceKey: string, more: object) => ({ type: 'comment', sourceKey, post: 'places', ...more });
    const all = [
      { type: 'post', sourceKey: 'places', title: 'Places' },
      at('e1', { author: '', content: '' }),
      at('e2', { parent: 'e1', author: 'Ada', content: 'Below a place' }),
      at('e3', { author: 'Grace', content: ' ' }),
      at('e4', { author: 'Bob', content: 'After Grace' }),
      at('e5', { parent: 'e3', author: 'Ada', content: '' }),
      at('e6', { parent: 'e5', author: 'Bob', content: 'Below two without a text' }),
      at('e7', { author: 'Eve', content: '' }),
      at('e8', { author: '', content: 'Nobody wrote this' }),
    ];
    const report = await run(all);
    expect(report.comments).to.deep.equal({ new: 6, unchanged: 0 });
    expect(report.notes).to.deep.equal(
      ['line 4', 'line 6'].map((file) => ({
        file,
        reason: 'It has no text: an empty place keeps its replies together.',
      })),
    );
    expect(report.skipped).to.deep.equal([{ file: 'line 8', reason: 'It has no text, and no reply.' }]);
    expect(report.refused).to.deep.equal([{ file: 'line 9', reason: 'Its author is missing.' }]);
    const { body } = await terminal.service.call('GET', '/api/posts/places/comments');
    const shown = body.comments as { id: string; author: string; content: string; parent_id: string | null }[];
    const above = (content: string) => {
      const { parent_id } = shown.find((one) => one.content === content)!;
      return shown.find(({ id }) => id === parent_id);
    };
    expect(above('Below a place')).to.include({ author: '', content: '', parent_id: null });
    expect(above('Below two without a text')).to.include({ author: '', content: '' });
    expect(shown.filter(({ content }) => content === '')).to.have.length(3);
    expect((await run(all)).comments).to.deep.equal({ new: 0, unchanged: 6 });
  });

  // docs/interface.md, X21, Y4
  it('keeps audio and video of HTML playing', async () => {
    const html =
      '<p>Listen:</p><audio src="https://files.example/a.mp3"></audio><video poster="https://files.example/b.png"><source src="https://files.example/b.mp4"></video>';
    await run([{ type: 'post', sourceKey: 'played', id: 'played', title: 'Played', html }]);
    const { body } = await terminal.service.call('GET', '/posts/played');
    expect(body).to.match(/<audio [^>]*src="https:\/\/files\.example\/a\.mp3"[^>]*>/);
    // A poster of another site stays in the text, and is not shown (Y4).
    expect(body).to.match(/<video (?![^>]*poster)[^>]*><source src="https:\/\/files\.example\/b\.mp4"/);
    const { post } = (await terminal.service.call('GET', '/api/posts/played')).body;
    expect(post.content).to.include('poster="https://files.example/b.png"');
  });

  it('refuses a wrong line with its number and what is wrong, and imports the others', async () => {
    const post = { type: 'post', sourceKey: 'w', title: 'W' };
    const report = await run([
      '{"type": "post"',
      '[1]',
      { type: 'page', sourceKey: 'x' },
      { ...post, sourceKey: undefined },
      { ...post, title: 7 },
      { ...post, publish_at: '2030-01-01' },
      { ...post, aliases: ['/a', 1] },
      { ...post, content: 'a', html: '<p>a</p>' },
      { ...post, status: 'scheduled' },
      { ...post, sourceKey: 'right' },
      { ...post, sourceKey: 'right' },
      { type: 'comment', sourceKey: 'cw', post: 'nowhere', author: 'A', content: 'b' },
      { type: 'comment', sourceKey: 'cx', post: 'right', author: 'A' },
    ]);
    expect(report).to.include({ ok: false, new: 1 });
    const refused = Object.fromEntries(
      report.refused.map(({ file, reason }: { file: string; reason: string }) => [file, reason]),
    );
    expect(refused['line 1']).to.equal('It is not JSON: each line must be one object.');
    expect(refused['line 2']).to.equal('It is not an object.');
    expect(refused['line 3']).to.equal('Its type must be "post" or "comment".');
    expect(refused['line 4']).to.equal('Its sourceKey is missing.');
    expect(refused['line 5']).to.equal('Its title must be a text.');
    expect(refused['line 6']).to.match(/^The field "publish_at" is not known; the fields are .*publishAt.*\.$/);
    expect(refused['line 7']).to.equal('Its aliases must be a list of texts.');
    expect(refused['line 8']).to.equal('It has both content and html: only one can be its text.');
    expect(refused['line 9']).to.match(/status/);
    expect(refused['line 11']).to.equal('Line 10 has the same sourceKey.');
    expect(refused['line 12']).to.match(/^No post has .*"nowhere"\.$/);
    expect(refused['line 13']).to.equal('Its content is missing.');
    expect(Object.keys(refused)).to.have.length(12);
  });

  it('reads lines across pieces, and skips one that is too long', async () => {
    const source = {
      name: 'x',
      async *open() {
        yield 'a';
        yield 'b\nc\n';
        yield 'd'.repeat(LONGEST_LINE + 1);
        yield '\ne';
      },
    };
    const read = [];
    for await (const { number, text } of readLines(source)) read.push([number, text]);
    expect(read).to.deep.equal([
      [1, 'ab'],
      [2, 'c'],
      [3, undefined],
      [4, 'e'],
    ]);
  });
});
