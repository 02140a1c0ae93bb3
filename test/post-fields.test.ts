import { Command } from 'commander';
import { expect } from 'chai';
import fc from 'fast-check';

import { addFields, readFields } from '../client/cli/commands/post-fields.ts';
import { importPosts, type Progress, type TakeIn } from '../client/importers/import-posts.ts';
import { exportedFile } from '../shared/exported-file.ts';
import type { FolderEntry } from '../client/importers/markdown/read-files.ts';
import { readSourcePost } from '../client/importers/markdown/source-post.ts';
import type { ExportedPost, ImportResult } from '../client/index.ts';
import { pick } from '../shared/pick.ts';
import { fieldNames, fieldsWith, postFields, type FieldName, type PostField } from '../shared/post-fields.ts';
import { snakeCase } from '../shared/snake-case.ts';
import { authorIds, plainFields, twoPosts, type PlainFields } from './support/any-post.ts';
import { databaseKinds } from './support/databases.ts';
import { faces, type Face, type Input } from './support/faces.ts';
import { read } from './support/posts.ts';
import { runs } from './support/runs.ts';
import { startTestService, type Answer, type TestService } from './support/service.ts';
import { exported, take } from './support/transfer.ts';
import { describeVisited } from './support/visitors.ts';

describeVisited('the fields of a post', (use) => {
  let elsewhere: TestService;
  before(async () => {
    elsewhere = await startTestService(databaseKinds[0]!);
    for (const service of [use(), elsewhere]) {
      for (const id of authorIds) await service.admin('POST', '/api/admin/authors', { id, name: id });
    }
  });
  after(() => elsewhere?.close());

  for (const [face, over] of faces) {
    it(`are all kept from creation to an import elsewhere, over ${face}`, async () => {
      await fc.assert(
        fc.asyncProperty(twoPosts, async ([first, second]) => {
          await empty();
          await walk(over, first, second);
        }),
        runs(2),
      );
    }).timeout(120_000);
  }

  /** Takes two posts that differ in every field through all operations on posts. */
  async function walk(over: Face, first: PlainFields, second: PlainFields): Promise<void> {
    const call = callerOf(use(), over);
    const { id } = await call('posts.create', { ...first });
    const { version } = await read(use(), id);
    await expectFields(id, first, 'created');

    await call('posts.update', { ...second, id });
    await expectFields(id, second, 'updated');

    const { revision } = await call('revisions.get', { id, version });
    expect(pick(revision, plainFields), 'the revision').to.deep.equal(first);
    await call('revisions.restore', { id, version });
    const restored = { ...second, ...pick(first, without(fieldsWith('restored', true))) };
    await expectFields(id, restored, 'restored');

    const fields = pick(second, without(fieldsWith('workingCopy', true)));
    const { version: baseVersion } = await read(use(), id);
    await call('workingCopies.save', { id, baseVersion, fields });
    const { workingCopy } = await call('workingCopies.get', { id });
    expect(workingCopy.fields, 'the working copy').to.deep.equal(fields);
    await expectFields(id, restored, 'with a working copy');
    await call('workingCopies.publish', { id });
    const published = { ...restored, ...fields };
    await expectFields(id, published, 'published');

    expect(await carry(id), 'the first import').to.equal('new');
    await expectElsewhere(id, published);
    await call('posts.update', { ...first, id });
    expect(await carry(id), 'the second import').to.equal('changed');
    await expectElsewhere(id, first);
    expect(await carry(id), 'the third import').to.equal('unchanged');

    await call('posts.update', { id, protected: true, password: 'open sesame' });
    expect(await carry(id), 'the import of the protected post').to.equal('changed');
    expect(await read(use(), id)).to.include({ protected: 1, content: '' });
    await expectElsewhere(id, { ...first, content: '' });
  }

  /** Deletes the posts of the previous run. */
  async function empty(): Promise<void> {
    for (const service of [use(), elsewhere]) {
      const ids = (await exported(service)).map(({ id }) => id);
      if (ids.length > 0) await service.admin('POST', '/api/posts/bulk', { action: 'delete', ids });
    }
  }

  /** Expects these fields over REST and tRPC, and in every list the fields of that list. */
  async function expectFields(id: string, fields: PlainFields, when: string): Promise<void> {
    for (const [face, over] of faces) {
      const call = callerOf(use(), over);
      const { post } = await call('posts.get', { id });
      expect(pick(post, plainFields), `${when}, over ${face}`).to.deep.equal(fields);
      for (const [list, names] of lists) {
        const { posts } = await call(list, { pageSize: 100 });
        const found = (posts as { id: string }[]).find((one) => one.id === id);
        expect(pick(found as never, names), `${when}, in ${list} over ${face}`).to.deep.equal(pick(fields, names));
      }
    }
  }

  /** Exports the post as a Markdown file and imports it into another service. */
  async function carry(id: string): Promise<ImportResult['outcome']> {
    const post = (await exported(use())).find((one) => one.id === id) as ExportedPost;
    const { name, text } = exportedFile(post);
    const results: ImportResult[] = [];
    const takeIn = (async ({ posts }: { posts: unknown[] }) => {
      results.push(...(await take(elsewhere, posts)));
      return { ok: true, results };
    }) as TakeIn;
    await importPosts(takeIn, entries([{ path: name, post: readSourcePost(name, text) }]), { dryRun: false, start });
    return results[0]!.outcome;
  }

  async function expectElsewhere(id: string, fields: PlainFields): Promise<void> {
    const [there, here] = [await read(elsewhere, id), await read(use(), id)];
    expect(pick(there, plainFields), 'elsewhere').to.deep.equal(fields);
    expect(pick(there, ['protected', 'enc']), 'elsewhere').to.deep.equal(pick(here, ['protected', 'enc']));
  }

  it('have the empty value of their kind by default', async () => {
    const call = callerOf(use(), faces[0]![1]);
    const { id } = await call('posts.create', { title: 'Only a title' });
    const { post } = await call('posts.get', { id });
    for (const name of fieldNames.filter((name) => name !== 'title'))
      expect(post[name], name).to.deep.equal(empties[postFields[name].kind]);
  });

  it('can be searched where the table says so, and nowhere else', async () => {
    const words = fieldsWith('kind', 'line', 'text', 'markdown', 'names').map(
      (name, at) => [name, `word${at}x`] as const,
    );
    const fields = words.map(([name, word]) => [name, postFields[name].kind === 'names' ? [word] : word]);
    const call = callerOf(use(), faces[0]![1]);
    const { id } = await call('posts.create', Object.fromEntries(fields) as Input);
    for (const [name, word] of words) {
      const isSearched = postFields[name].searchedAs !== null;
      expect((await call('posts.list', { search: word })).total, `the list by ${name}`).to.equal(Number(isSearched));
      expect((await call('search.query', { q: word })).total, `the search by ${name}`).to.equal(Number(isSearched));
    }
    await call('posts.delete', { id });
  });
});

const empties: Record<PostField['kind'], unknown> = {
  line: '',
  text: '',
  markdown: '',
  url: '',
  address: '',
  names: [],
  authors: [],
  flag: 0,
  status: 'published',
  timestamp: null,
  // The date of the test clock.
  date: '2026-03-01',
};

describe('the options of the command line', () => {
  const given: Record<PostField['kind'], [argument: string[], value: unknown]> = {
    line: [['a line'], 'a line'],
    text: [['a text'], 'a text'],
    markdown: [['a text'], 'a text'],
    url: [['/a.png'], '/a.png'],
    address: [['https://a.example/b'], 'https://a.example/b'],
    names: [['a, b'], ['a', 'b']],
    authors: [['a, b'], ['a', 'b']],
    flag: [[], true],
    status: [['draft'], 'draft'],
    timestamp: [['2030-01-01T00:00:00Z'], '2030-01-01T00:00:00Z'],
    date: [['2030-01-01'], '2030-01-01'],
  };

  for (const name of fieldNames.filter((name) => !['title', 'content', 'protected'].includes(name))) {
    it(`set ${name}`, async () => {
      const [argument, value] = given[postFields[name].kind];
      const flag = `--${snakeCase(name).replaceAll('_', '-')}`;
      const command = addFields(new Command(), 'post').exitOverride();
      command.parse([flag, ...argument], { from: 'user' });
      expect(await readFields(command.opts())).to.deep.equal({ [name]: value });
    });
  }
});

function without<N extends FieldName>(names: readonly N[]): Exclude<N, 'protected'>[] {
  return names.filter((name) => name !== 'protected') as Exclude<N, 'protected'>[];
}

const lists: [name: string, fields: (keyof PlainFields)[]][] = [
  ['posts.list', without(fieldsWith('shownIn', 'lists'))],
  ['posts.all', without(fieldsWith('shownIn', 'lists', 'adminList'))],
];

/** The progress of the import. */
function start(): Progress {
  return { at: () => undefined, stop: () => undefined };
}

async function* entries(all: FolderEntry[]): AsyncGenerator<FolderEntry, void> {
  yield* all;
}

/** Calls procedures as the administrator; each must succeed. */
function callerOf(service: TestService, over: Face) {
  return async (name: string, input: Input): Promise<Answer['body']> => {
    const { status, value } = await over(service, name, input, { token: service.token });
    expect(status, `${name}: ${JSON.stringify(value)}`).to.equal(200);
    return value as Answer['body'];
  };
}
