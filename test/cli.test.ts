import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { expect } from 'chai';

import { createBlogClient, type BlogClient } from '../client/index.ts';
import { formatMinute } from '../client/cli/output.ts';
import { VERSION } from '../shared/version.ts';
import { program } from './support/programs.ts';
import { openTerminal, writeFiles, type RunOptions, type Terminal } from './support/cli.ts';

describe('octavo', () => {
  let terminal: Terminal;
  let client: BlogClient;
  before(async () => {
    terminal = await openTerminal({ inThreads: true });
    client = createBlogClient({ url: terminal.service.url, token: terminal.service.token });
  });
  after(() => terminal?.close());

  const run = (args: string[], options?: RunOptions) => terminal.run(args, options);
  const json = (args: string[], options?: RunOptions) => terminal.json(args, options);

  it('prints its version and its commands', async () => {
    expect(await run(['--version'])).to.deep.equal({ code: 0, stdout: `${VERSION}\n`, stderr: '' });
    const help = await run(['posts', 'create', '--help']);
    expect(help.code).to.equal(0);
    expect(help.stdout).to.include('--title').and.to.include('--json');
  });

  it('exits with 2 for invalid arguments', async () => {
    const wrong = [
      [],
      ['nonsense'],
      ['posts'],
      ['posts', 'show'],
      ['posts', 'create'],
      ['posts', 'list', '--page', '0'],
      ['posts', 'list', '--page', '1e1'],
      ['posts', 'list', '--status', 'secret'],
      ['posts', 'list', '--nonsense'],
      ['posts', 'list', 'more'],
      ['posts', 'delete', 'x'],
      ['pages'],
      ['pages', 'create'],
      ['pages', 'create', '--title', 'x', '--date', '2026-01-31'],
      ['pages', 'edit', 'x'],
      ['pages', 'delete', 'x'],
      ['trash', 'delete', 'x'],
      ['trash', 'empty'],
      ['comments', 'delete', 'c-x'],
      ['comments', 'reply', 'c-x'],
      ['comments', 'reply', 'c-x', 'text', '--file', '-'],
      ['account', 'revoke'],
      ['posts', 'edit', 'x'],
      ['posts', 'edit', 'x', '--protect', '--unprotect'],
      ['posts', 'create', '--title', 'x', '--file', '-', '--protect', '--password-stdin'],
      ['settings', 'set', 'nonsense', 'x'],
      ['settings', 'set', 'feedItems', 'many'],
      ['settings', 'set', 'commentsEnabled', 'perhaps'],
      ['import', 'markdown'],
    ];
    const outcomes = await Promise.all(wrong.map((args) => run(args)));
    for (const [at, { code, stdout, stderr }] of outcomes.entries()) {
      expect({ args: wrong[at], code, stdout }).to.deep.equal({ args: wrong[at], code: 2, stdout: '' });
      expect(stderr.trim(), String(wrong[at])).to.not.equal('');
      expect(stderr).to.not.include('at file:');
    }
  });

  it('creates a post from standard input, shows, updates and deletes it', async () => {
    const text = '# Heading\n\nSome *text*.\n';
    const fields = [
      '--tags',
      'one, two',
      '--category',
      'News',
      '--date',
      '2026-02-03',
      '--status',
      'draft',
      '--pinned',
    ];
    const made = await run(['posts', 'create', '--title', 'From a terminal', '--file', '-', ...fields], {
      input: text,
    });
    expect(made.stdout).to.equal(`Created from-a-terminal: ${terminal.service.url}/api/posts/from-a-terminal\n`);
    const { post } = await json(['posts', 'show', 'from-a-terminal']);
    expect(post).to.deep.include({
      title: 'From a terminal',
      content: text,
      tags: ['one', 'two'],
      category: 'News',
      date: '2026-02-03',
      status: 'draft',
      pinned: 1,
    });
    const shown = await run(['posts', 'show', 'from-a-terminal']);
    expect(shown.stdout).to.include('status    draft, pinned').and.to.include(text);

    const changed = await json(['posts', 'edit', 'from-a-terminal', '--title', 'Changed', '--no-pinned', '--tags', '']);
    expect(changed).to.deep.equal({ ok: true, id: 'from-a-terminal', version: post.version + 1 });
    expect((await json(['posts', 'show', 'from-a-terminal'])).post).to.deep.include({
      title: 'Changed',
      pinned: 0,
      tags: [],
      content: text,
      category: 'News',
    });
    expect((await run(['posts', 'publish', 'from-a-terminal'])).stdout).to.equal('Published from-a-terminal\n');
    expect((await client.posts.get({ id: 'from-a-terminal' })).post.status).to.equal('published');
    expect((await run(['posts', 'unpublish', 'from-a-terminal'])).stdout).to.equal('from-a-terminal is a draft now\n');
    const gone = await json(['posts', 'delete', 'from-a-terminal', '--yes']);
    expect(gone).to.deep.equal({ ok: true, id: 'from-a-terminal' });
    const missing = await run(['posts', 'delete', 'from-a-terminal', '--yes']);
    expect(missing).to.deep.equal({ code: 1, stdout: '', stderr: 'There is no post with this id.\n' });
  });

  it('moves posts and pages to the trash, restores and deletes them', async () => {
    for (const id of ['one', 'two', 'three'])
      await client.posts.create({ title: `No. ${id}`, id, status: 'published' });
    await client.pages.create({ title: 'About', id: 'about' });
    const moved = await json(['posts', 'trash', 'one']);
    const until = formatMinute(moved.expiresAt);
    const sentence = (id: string) => `Moved ${id} to the trash, where it is until ${until}\n`;
    expect((await run(['posts', 'trash', 'two'])).stdout).to.equal(sentence('two'));
    expect((await run(['pages', 'trash', 'about'])).stdout).to.equal(sentence('about'));
    const listed = await run(['trash', 'list', '--page-size', '2']);
    expect(listed.stdout.split('\n')).to.deep.equal([
      'ID     KIND  WAS        UNTIL             TITLE',
      `about  page  published  ${until}  About`,
      `two    post  published  ${until}  No. two`,
      '2 of 3 posts and pages, page 1',
      '',
    ]);
    const restored = await run(['trash', 'restore', 'two']);
    const { post } = await client.posts.get({ id: 'two' });
    expect(restored.stdout).to.equal(`Restored two as a draft, now version ${post.version}\n`);
    expect(post.status).to.equal('draft');
    const again = await run(['trash', 'restore', 'two']);
    expect(again).to.deep.equal({
      code: 1,
      stdout: '',
      stderr: 'There is no post or page with this id in the trash.\n',
    });
    expect((await run(['trash', 'delete', 'one', '--yes'])).stdout).to.equal('Deleted one\n');
    await run(['posts', 'trash', 'three']);
    expect((await run(['trash', 'empty', '--yes'])).stdout).to.equal('Deleted 2 posts and pages\n');
    expect(await json(['trash', 'list'])).to.include({ total: 0 });
    await client.posts.delete({ id: 'two' });
  });

  it('renames a post', async () => {
    await client.posts.create({ title: 'Misnamed', id: 'misnamed' });
    const { version } = await client.posts.rename({ id: 'misnamed', newId: 'well-named' });
    const renamed = await run(['posts', 'rename', 'well-named', 'Best-Named']);
    expect(renamed.stdout).to.equal(`Renamed to best-named, now version ${version + 1}\n`);
    const missing = await run(['posts', 'rename', 'well-named', 'other']);
    expect(missing).to.deep.equal({ code: 1, stdout: '', stderr: 'There is no post with this id.\n' });
    await client.posts.delete({ id: 'best-named' });
  });

  it('reads the text of a post from a file', async () => {
    await writeFiles(terminal.folder, { 'text.md': 'From a file', 'latin1.md': new Uint8Array([0x66, 0xfc, 0x72]) });
    await run(['posts', 'create', '--title', 'Filed', '--file', join(terminal.folder, 'text.md'), '--id', 'filed']);
    expect((await client.posts.get({ id: 'filed' })).post.content).to.equal('From a file');
    const again = await run(['posts', 'create', '--title', 'Filed', '--id', 'filed']);
    expect(again).to.include({ code: 1 });
    expect(again.stderr).to.equal('A post or page with the id "filed" already exists; choose another id.\n');

    const absent = await run(['posts', 'edit', 'filed', '--file', join(terminal.folder, 'absent.md')]);
    expect(absent.code).to.equal(1);
    expect(absent.stderr).to.match(/absent\.md cannot be read: there is no such file or folder\.\n$/);
    const latin1 = await run(['posts', 'edit', 'filed', '--file', join(terminal.folder, 'latin1.md')]);
    expect(latin1.stderr).to.match(/latin1\.md is not UTF-8 text\.\n$/);
    await client.posts.delete({ id: 'filed' });
  });

  it('protects a post and removes the protection', async () => {
    const password = { input: 'open sesame\n' };
    await client.posts.create({ title: 'Secret', content: 'psst' });
    expect(await run(['posts', 'edit', 'secret', '--protect', '--password-stdin'], password)).to.include({ code: 0 });
    expect((await client.posts.get({ id: 'secret' })).post).to.include({ protected: 1, content: '' });
    expect((await run(['posts', 'show', 'secret'])).stdout).to.include('(The text is encrypted.)');

    const editor = { EDITOR: "sed -i 's/psst/hush/'" };
    const edited = await run(['posts', 'edit', 'secret', '--password-stdin'], { ...password, env: editor });
    expect(edited).to.include({ code: 0, stderr: '' });
    const wrong = await run(['posts', 'edit', 'secret', '--unprotect', '--password-stdin'], { input: 'wrong' });
    expect(wrong).to.include({ code: 1, stderr: 'The password for this post is wrong.\n' });
    await run(['posts', 'edit', 'secret', '--unprotect', '--password-stdin'], password);
    expect((await client.posts.get({ id: 'secret' })).post).to.include({ protected: 0, content: 'hush' });
    await client.posts.delete({ id: 'secret' });
  });

  it('opens an editor, and does not overwrite changes of others', async () => {
    await client.posts.create({ title: 'Draft of a letter', content: 'Dear Ann,\n', tags: ['a', 'b'] });
    const edit = (editor: string) => run(['posts', 'edit', 'draft-of-a-letter'], { env: { EDITOR: editor } });
    const changed = await edit("sed -i -e 's/Ann/Bo/' -e 's/^tags:.*/tags: [c]/'");
    expect(changed.stdout).to.match(/^Changed draft-of-a-letter, now version \d+\n$/);
    const { post } = await client.posts.get({ id: 'draft-of-a-letter' });
    expect(post).to.deep.include({
      title: 'Draft of a letter',
      content: 'Dear Bo,\n',
      tags: ['c'],
      excerpt: 'Dear Bo,',
    });
    expect((await edit('true')).stdout).to.equal('Nothing was changed\n');
    expect((await edit('false')).code).to.equal(1);

    // The editor itself makes a concurrent change.
    const other = `'${process.execPath}' '${program('bin/octavo')}' posts edit draft-of-a-letter --title Faster >/dev/null; sed -i s/Bo/Cy/`;
    const late = await edit(other);
    expect(late.code).to.equal(1);
    const file = /Your text is kept in (.*\.md)\n$/.exec(late.stderr)?.[1] ?? '';
    expect(await readFile(file, 'utf8')).to.include('Dear Cy,');
    const broken = await edit("sed -i 's/^title.*/title: [/'");
    expect(broken.stderr).to.match(/^The front matter cannot be read, .* Your text is kept in .*\n$/);
    expect((await client.posts.get({ id: 'draft-of-a-letter' })).post).to.include({
      title: 'Faster',
      content: 'Dear Bo,\n',
    });
    await client.posts.delete({ id: 'draft-of-a-letter' });
  });

  // docs/interface.md, G1, G2, G7
  it('creates, lists, shows, edits, renames, publishes, restores and deletes pages', async () => {
    const text = '# Who we are\n';
    const fields = ['--status', 'draft', '--allow-comments', '--tags', 'one, two'];
    const made = await run(['pages', 'create', '--title', 'About', '--file', '-', ...fields], { input: text });
    expect(made).to.deep.equal({
      code: 0,
      stdout: `Created about: ${terminal.service.url}/api/pages/about\n`,
      stderr: '',
    });
    const { page } = await json(['pages', 'show', 'about']);
    expect(page).to.deep.include({
      title: 'About',
      content: text,
      status: 'draft',
      allowComments: 1,
      tags: ['one', 'two'],
    });
    await client.posts.create({ title: 'No page', id: 'no-page' });
    expect((await run(['pages', 'list'])).stdout.split('\n')).to.deep.equal([
      'ID     STATUS  MARKS     TITLE',
      'about  draft   comments  About',
      '1 of 1 pages, page 1',
      '',
    ]);
    expect((await run(['pages', 'show', 'about'])).stdout).to.match(
      /^About\n\nid {8}about\nstatus {4}draft, comments\ntags {6}one, two\nversion {3}\d+\n\n# Who we are\n/,
    );
    expect((await run(['pages', 'publish', 'about'])).stdout).to.equal('Published about\n');
    expect((await client.pages.get({ id: 'about' })).page.status).to.equal('published');
    expect((await run(['pages', 'unpublish', 'about'])).stdout).to.equal('about is a draft now\n');

    const changed = await json(['pages', 'edit', 'about', '--title', 'About us', '--no-allow-comments']);
    const { page: edited } = await client.pages.get({ id: 'about' });
    expect(edited).to.deep.include({ title: 'About us', allowComments: 0, content: text, version: changed.version });
    const editor = "sed -i -e 's/Who we/Who you/' -e 's/^title.*/title: Them\\ncomments: true/'";
    const opened = await run(['pages', 'edit', 'about'], { env: { EDITOR: editor } });
    expect(opened.stdout).to.match(/^Changed about, now version \d+\n$/);
    expect((await client.pages.get({ id: 'about' })).page).to.deep.include({
      title: 'Them',
      content: '# Who you are\n',
      status: 'draft',
      allowComments: 1,
      tags: ['one', 'two'],
    });
    expect((await run(['pages', 'edit', 'about'], { env: { EDITOR: 'true' } })).stdout).to.equal(
      'Nothing was changed\n',
    );

    expect((await json(['pages', 'revisions', 'about'])).total).to.equal(5);
    await run(['pages', 'restore', 'about', String(page.version)]);
    expect((await client.pages.get({ id: 'about' })).page).to.deep.include({ title: 'About', content: text });
    expect((await run(['pages', 'rename', 'about', 'us'])).stdout).to.match(/^Renamed to us, now version/);
    expect(await json(['pages', 'delete', 'us', '--yes'])).to.deep.equal({ ok: true, id: 'us' });
    for (const args of [
      ['show', 'no-page'],
      ['edit', 'no-page', '--title', 'x'],
      ['delete', 'no-page', '--yes'],
    ]) {
      expect((await run(['pages', ...args])).code, String(args)).to.equal(1);
    }
    await client.posts.delete({ id: 'no-page' });
  });

  it('lists posts in aligned columns without control characters', async () => {
    await client.posts.create({ title: '中文标题', id: 'chinese', date: '2026-01-02', tags: ['x'] });
    await client.posts.create({ title: 'Plain', id: 'a-much-longer-id', date: '2026-01-01', tags: ['x'] });
    const { stdout } = await run(['posts', 'list', '--tag', 'x', '--page-size', '5']);
    expect(stdout.split('\n')).to.deep.equal([
      'ID                DATE        STATUS     MARKS  TITLE',
      'chinese           2026-01-02  published         中文标题',
      'a-much-longer-id  2026-01-01  published         Plain',
      '2 of 2 posts, page 1',
      '',
    ]);
    const escape = await run(['posts', 'create', '--title', 'x', '--file', '-', '--id', 'esc'], {
      input: 'a\u001b]0;owned\u0007b\n\tc',
    });
    expect(escape.code).to.equal(0);
    expect((await run(['posts', 'show', 'esc'])).stdout).to.include('a\\u001b]0;owned\\u0007b\n\tc');
    expect((await json(['posts', 'show', 'esc'])).post.content).to.equal('a\u001b]0;owned\u0007b\n\tc');
    for (const id of ['chinese', 'a-much-longer-id', 'esc']) await client.posts.delete({ id });
  });

  it('lists, approves, holds and deletes comments', async () => {
    const write = async (content: string) =>
      (await client.comments.submit({ id: 'gb-note', author: 'Ann & Bo', content })).comment.id;
    const ids = [await write('first <b>'), await write('second\nline'), await write('third')];
    const [first = '', second = '', third = ''] = ids;
    const { stdout } = await run(['comments', 'list', '--post', 'gb-note']);
    expect(stdout).to.match(/^ID +DATE +STATUS +POST +AUTHOR +COMMENT\n/);
    expect(stdout).to.include('Ann & Bo  first <b>\n').and.to.include('Ann & Bo  second line\n');
    expect(stdout).to.match(/\n3 of 3 comments, page 1\n$/);

    expect((await run(['comments', 'hold', first])).stdout).to.equal('The comment is pending\n');
    expect((await json(['comments', 'hold', second, third])).changed).to.equal(2);
    expect((await json(['comments', 'list', '--status', 'pending', '--page-size', '2'])).total).to.equal(3);
    expect((await run(['comments', 'approve', ...ids, 'c-none'])).stdout).to.equal('3 of 4 comments changed\n');
    expect((await run(['comments', 'approve', 'c-none'])).stderr).to.equal('There is no comment with this id.\n');
    expect((await json(['comments', 'list', '--order', 'held'])).comments).to.have.length(3);
    expect((await run(['comments', 'spam', first])).stdout).to.equal('The comment is spam\n');
    expect((await json(['comments', 'spam', second, third])).changed).to.equal(2);
    expect((await run(['comments', 'list', '--status', 'spam'])).stdout).to.match(
      new RegExp(`${first}\\s+\\S+ \\S+\\s+spam\\s`),
    );
    expect((await json(['comments', 'list', '--status', 'pending'])).total).to.equal(0);
    expect((await run(['comments', 'hold', first])).stdout).to.equal('The comment is pending\n');
    expect((await json(['comments', 'delete', first, '--yes'])).deleted).to.equal(1);
    expect((await run(['comments', 'delete', second, third, '--yes'])).stdout).to.equal(
      'Deleted 2 comments, replies included\n',
    );
    expect((await client.comments.all()).total).to.equal(0);
  });

  it('replies to comments as the owner', async () => {
    const submitted = await client.comments.submit({ id: 'gb-note', author: 'Ann', content: 'A question' });
    const { id } = submitted.comment;
    expect((await run(['comments', 'reply', id, 'An answer'])).stdout).to.match(/^The reply is c-[0-9a-z]+\n$/);
    const piped = await json(['comments', 'reply', id, '--file', '-'], { input: 'Two\nlines' });
    expect(piped.comment).to.include({ owner: 1, parent_id: id, content: 'Two\nlines' });
    expect((await run(['comments', 'reply', 'c-none', 'x'])).stderr).to.equal('There is no comment with this id.\n');
    expect((await json(['comments', 'delete', id, '--yes'])).deleted).to.equal(3);
  });

  it('shows and changes settings', async () => {
    expect((await run(['settings', 'set', 'title', 'Notes & more'])).stdout).to.equal('title  Notes & more\n');
    expect((await json(['settings', 'set', 'commentsEnabled', 'false'])).commentsEnabled).to.equal(false);
    expect((await json(['settings', 'set', 'feedItems', '5'])).feedItems).to.equal(5);
    expect((await run(['settings', 'get', 'feedItems'])).stdout).to.equal('5\n');
    expect((await run(['settings', 'get'])).stdout).to.match(/^title +Notes & more$/m);
    const refused = await run(['settings', 'set', 'feedItems', '500']);
    expect(refused).to.deep.equal({ code: 1, stdout: '', stderr: '"feedItems" must be at most 100.\n' });
  });

  // docs/interface.md, N5 to N9
  it('lists, renames, merges, describes and deletes tags and categories', async () => {
    await client.posts.create({ title: 'Tagged', tags: ['cli-a', 'cli-b'], category: 'Cli' });
    expect((await run(['tags', 'rename', 'cli-a', 'cli-b'])).code).to.equal(1);
    const merged = await run(['tags', 'rename', 'cli-a', 'cli-b', '--merge']);
    expect(merged.stdout).to.equal('cli-a is cli-b in 1 posts and pages.\n');
    expect((await run(['tags', 'describe', 'cli-b', 'For tests'])).code).to.equal(0);
    expect((await run(['tags', 'list', '--search', 'cli'])).stdout).to.match(/1 +0 +0 +cli-b +For tests/);
    expect((await json(['categories', 'delete', 'Cli', '--yes'])).changed).to.equal(1);
    expect((await json(['categories', 'list', '--search', 'cli'])).names).to.deep.equal([]);
  });

  it('lists, adds, removes, imports and exports subscribers', async () => {
    expect((await run(['subscribers', 'add', 'Ada@Reader.example', '--language', 'de'])).stdout).to.match(
      /^ada@reader\.example is subscribed as sub-/,
    );
    const input = 'email,language\nada@reader.example,de\nbea@reader.example,fr\nnobody,en\n';
    const trial = await run(['subscribers', 'import', '-', '--dry-run'], { input });
    expect(trial.stdout).to.match(
      /^Nothing was changed: 1 added, 0 confirmed, 1 unchanged, 0 skipped, 1 refused\nline 4: /,
    );
    expect((await json(['subscribers', 'list'])).total).to.equal(1);
    expect((await run(['subscribers', 'import', '-'], { input })).code).to.equal(1);
    const found = await run(['subscribers', 'list', '--search', 'BEA']);
    expect(found.stdout).to.match(/sub-\S+ +confirmed +fr .*bea@reader\.example/);
    expect((await run(['subscribers', 'export'])).stdout).to.include('\r\nbea@reader.example,fr,confirmed,import,');
    for (const { id } of (await client.subscribers.list()).subscribers) {
      expect((await run(['subscribers', 'remove', id, '--yes'])).stdout).to.equal('The subscriber is deleted.\n');
    }
    expect((await client.subscribers.list()).total).to.equal(0);
  });

  // docs/interface.md, U1, U3, U4
  it('lists and erases the data stored about an address', async () => {
    await client.subscribers.add({ email: 'ada@reader.example' });
    const listed = await run(['privacy', 'list', 'Ada@Reader.example']);
    expect(listed.stdout).to.match(/^0 comments, 1 subscription, .*, 0 failed sign-ins\n$/);
    expect(await json(['privacy', 'list', '192.0.2.1'])).to.include({ kind: 'ip', total: 0 });
    const asked = await run(['privacy', 'erase', 'ada@reader.example']);
    expect([asked.code, asked.stderr]).to.deep.equal([2, 'No terminal to ask for confirmation; add --yes.\n']);
    expect((await client.subscribers.list()).total).to.equal(1);
    const erased = await run(['privacy', 'erase', 'ada@reader.example', '--yes']);
    expect(erased.stdout).to.match(/^Deleted 0 comments, .* Erased too: 1 subscription, /);
    expect((await client.subscribers.list()).total).to.equal(0);
    expect((await json(['privacy', 'list', 'ada@reader.example'])).erased).to.equal(1);
    expect((await run(['privacy', 'list', 'ada'])).stderr).to.equal(
      '"of" must be an e-mail address or an IP address.\n',
    );
  });

  it('reports errors in JSON with --json', async () => {
    const { code, stdout, stderr } = await run(['posts', 'create', '--title', '', '--json']);
    expect(code).to.equal(1);
    expect(stderr).to.equal('"title" must not be empty.\n');
    expect(JSON.parse(stdout)).to.deep.equal({
      ok: false,
      error: '"title" must not be empty.',
      code: 'BAD_REQUEST',
      issues: [{ path: 'title', message: '"title" must not be empty.' }],
    });
  });

  it('exits quietly when its output is closed', async () => {
    await client.posts.create({ title: 'Long', id: 'long', content: 'line\n'.repeat(100_000) });
    const child = spawn(process.execPath, [program('bin/octavo'), 'posts', 'show', 'long'], {
      env: { PATH: process.env['PATH'], HOME: terminal.folder, OCTAVO_URL: terminal.service.url },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.once('data', () => child.stdout.destroy());
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect({ stderr, code }).to.deep.equal({ stderr: '', code: 0 });
    await client.posts.delete({ id: 'long' });
  });
});
