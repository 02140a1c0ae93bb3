import { readFile } from 'node:fs/promises';
import { expect } from 'chai';

import { databaseKinds } from './support/databases.ts';
import { change, write } from './support/posts.ts';
import { startTestService, type TestService } from './support/service.ts';

/** One word, so that a full-text index would contain it in full. */
const MARK = 'zqxjkvtreasure';
/** Long enough to fill pages of its own, which become free when the text is deleted. */
const TEXT = `${MARK} `.repeat(2000);
const PASSWORD = 'open sesame';

const [sqlite] = databaseKinds;

// docs/interface.md, P25
describe('protected posts: the files of SQLite', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService(sqlite!);
  });
  after(() => service?.close());

  const ways: [how: string, protect: (service: TestService) => Promise<unknown>][] = [
    [
      'a change of the post',
      async (service) => change(service, await write(service, { content: TEXT }), { password: PASSWORD }),
    ],
    [
      'a change of a post that was edited before',
      async (service) => {
        const id = await write(service, { content: TEXT });
        await change(service, id, { content: 'short' });
        return change(service, id, { password: PASSWORD });
      },
    ],
    [
      'a second import',
      async (service) => {
        const item = { sourceKey: 'traced.md', title: 'Traced', content: TEXT };
        await service.admin('POST', '/api/admin/import', { posts: [item] });
        return service.admin('POST', '/api/admin/import', { posts: [{ ...item, password: PASSWORD }] });
      },
    ],
    ['a new post', (service) => write(service, { content: TEXT, password: PASSWORD })],
  ];
  for (const [how, protect] of ways) {
    it(`contain nothing of the text, neither in free pages nor in the WAL, after ${how}`, async () => {
      await protect(service);
      expect(await placesOf(MARK, service)).to.deep.equal([]);
    });
  }
});

/** The files of the database that contain a text. */
async function placesOf(text: string, { database }: TestService): Promise<string[]> {
  const file = database.url.slice('sqlite:'.length);
  const files = [file, `${file}-wal`];
  const contents = await Promise.all(files.map((name) => readFile(name)));
  return files.filter((_, at) => contents[at]!.includes(text));
}
