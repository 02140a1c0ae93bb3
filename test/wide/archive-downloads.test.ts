import { expect } from 'chai';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';

import { filesOfZip } from '../../client/importers/given/files-of-zip.ts';
import { fillForArchive } from '../support/archives.ts';
import { openTerminal, type Terminal } from '../support/cli.ts';
import { databaseKinds } from '../support/databases.ts';
import { startTestService } from '../support/service.ts';
import { visit } from '../support/pages.ts';

describe('a download', function () {
  let terminal: Terminal;
  before(async () => {
    terminal = await openTerminal();
    await fillForArchive(terminal.service);
  });
  after(() => terminal?.close());

  async function link(kind: string): Promise<string> {
    const { status, body } = await terminal.service.admin('POST', '/api/admin/downloads', { kind });
    expect(status).to.equal(201);
    return (body as { path: string }).path;
  }

  // docs/interface.md, X15
  it('begins within a minute of its link, without a token, and is stored by no cache', async () => {
    const { service } = terminal;
    const path = await link('comments');
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await visit(service, path, {}, method);
      expect(status).to.equal(200);
      expect(headers.get('cache-control')).to.equal('no-store');
      expect(headers.get('content-type')).to.equal('application/x-ndjson; charset=utf-8');
      expect(headers.get('content-disposition')).to.equal('attachment; filename="octavo-comments-2026-03-01.jsonl"');
    }
    for (const wrong of [
      path.replace('comments', 'archive'),
      `${path}x`,
      path.slice(0, -1),
      path.replace('.s.', '.k.'),
    ]) {
      expect((await visit(service, wrong)).status, wrong).to.equal(404);
    }
    service.clock.advance(60_000);
    const { status, text } = await visit(service, path);
    expect({ status, error: JSON.parse(text).error }).to.deep.equal({
      status: 404,
      error: 'This download has expired; start it again.',
    });
  });

  // docs/interface.md, X16
  it('of comments has one on each line, which an import takes', async () => {
    const { text } = await visit(terminal.service, await link('comments'));
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map(({ post, status }) => [post, status])).to.deep.equal([
      ['harbour', 'approved'],
      ['harbour', 'approved'],
      ['harbour', 'approved'],
      ['gb-note', 'approved'],
      ['gb-idea', 'pending'],
    ]);
    expect(lines[0]).to.include({ type: 'comment', content: 'One <two> & 三\nfour' });
    expect(lines[1]).to.include({ author: '', content: '', parent: lines[0]!['sourceKey'] });
    expect(text).to.not.match(/hash|receipt|"likes"/i);
    const other = await startTestService(databaseKinds[0]!);
    try {
      await other.admin('POST', '/api/posts', { id: 'harbour', title: 'Harbour' });
      const comments = lines.map((line) =>
        Object.fromEntries(Object.entries(line).filter(([name]) => name !== 'type')),
      );
      for (const outcome of ['new', 'unchanged']) {
        const { body } = await other.admin('POST', '/api/admin/import', { comments });
        expect(body.comments.map((one: { outcome: string }) => one.outcome)).to.deep.equal(lines.map(() => outcome));
      }
      const { body } = await other.call('GET', '/api/posts/gb-note/comments');
      expect(body.comments).to.have.lengthOf(1);
      // The blog in which they were written knows them.
      const own = await terminal.service.admin('POST', '/api/admin/import', { comments });
      expect(own.body.comments.map((one: { outcome: string }) => one.outcome)).to.deep.equal(
        lines.map(() => 'unchanged'),
      );
    } finally {
      await other.close();
    }
  });

  it('of Markdown has every post, and the files', async () => {
    const response = await fetch(terminal.service.url + (await link('markdown')));
    const files = await filesOfZip('blog.zip', await response.blob());
    const names = files.map(({ path }) => path);
    expect(names.filter((name) => name.endsWith('.md'))).to.have.lengthOf(10);
    expect(names.filter((name) => name.includes('media/'))).to.have.lengthOf(3);
  });

  describe('by the command line', () => {
    it('writes an archive that only its owner can read, and that another blog takes', async () => {
      const file = `${terminal.folder}/blog.zip`;
      const { code, stdout, stderr } = await terminal.run(['export', 'archive', file]);
      expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
      expect(stdout).to.equal(`10 posts, 5 comments, 2 subscribers and 3 uploaded files are in ${file}\n`);
      expect((await stat(file)).mode & 0o777).to.equal(0o600);
      const again = await terminal.run(['export', 'archive', file]);
      expect(again).to.include({ code: 1, stderr: `${file} already exists; choose another name.\n` });
      const other = await openTerminal();
      try {
        const report = await other.json(['import', 'archive', file]);
        expect(report).to.include({ ok: true, exact: true, new: 10 });
      } finally {
        await other.close();
      }
    });

    it('writes the comments', async () => {
      const file = `${terminal.folder}/comments.jsonl`;
      expect(await terminal.json(['export', 'comments', file])).to.deep.equal({ ok: true, file, comments: 5 });
      expect((await readFile(file, 'utf8')).split('\n')).to.have.lengthOf(6);
      const { comments, refused } = await terminal.json(['import', 'jsonl', file]);
      expect({ comments, refused }).to.deep.equal({ comments: { new: 0, unchanged: 5 }, refused: [] });
    });

    it('tells in a sentence what is wrong with an archive, and leaves no incomplete file', async () => {
      const broken = `${terminal.folder}/broken.zip`;
      await writeFile(broken, 'PK');
      const { code, stderr } = await terminal.run(['import', 'archive', broken]);
      expect({ code, stderr }).to.deep.equal({
        code: 1,
        stderr: 'The file is no ZIP, or is not complete; export the archive again.\n',
      });
      const absent = await terminal.run(['export', 'archive', `${terminal.folder}/absent/blog.zip`]);
      expect(absent).to.include({ code: 1 });
      expect(absent.stderr).to.match(/cannot be written: there is no such file or folder\.$/m);
      expect((await readdir(terminal.folder)).filter((name) => name.startsWith('.blog'))).to.deep.equal([]);
    });
  });
});
