import { expect } from 'chai';

import { endSubscription } from '../../routers/subscribers/subscribers.ts';
import { archiveOf, fillForArchive, importInto } from '../support/archives.ts';
import { databaseKinds } from '../support/databases.ts';
import { newKey } from '../support/keys.ts';
import { write } from '../support/posts.ts';
import { startTestService, type TestService } from '../support/service.ts';

const ada = {
  email: '+ada@example.org',
  language: 'de',
  state: 'confirmed',
  created_at: '2024-01-02T03:04:05.000Z',
  confirmed_at: '2024-01-02T04:00:00.000Z',
};
const bea = {
  email: 'bea@example.org',
  language: 'en',
  state: 'confirmed',
  created_at: '2025-06-07T08:09:10.000Z',
  confirmed_at: '2025-06-07T09:00:00.000Z',
};

// docs/interface.md, X18
describe('the subscribers of an archive', function () {
  let source: TestService;
  let file: Blob;
  const targets: TestService[] = [];
  before(async () => {
    source = await startTestService(databaseKinds[0]!);
    await fillForArchive(source);
    file = await archiveOf(source);
  });
  after(async () => {
    for (const one of [source, ...targets]) await one?.close();
  });

  async function newTarget(): Promise<TestService> {
    const target = await startTestService(databaseKinds[0]!);
    targets.push(target);
    return target;
  }

  for (const isEmpty of [true, false]) {
    const into = isEmpty ? 'an empty blog' : 'a blog with posts';
    it(`are imported into ${into} with their language and dates, and nobody is told`, async () => {
      const target = await newTarget();
      if (!isEmpty) await write(target, { id: 'mine', title: 'Mine' });
      const trial = await importInto(target, file, { dryRun: true });
      expect(trial).to.deep.include({ exact: isEmpty, subscribers: { new: 2, unchanged: 0 } });
      expect(await stored(target)).to.deep.equal([]);
      const before = await told(target);
      const report = await importInto(target, file);
      expect(report).to.deep.include({ subscribers: { new: 2, unchanged: 0 }, refused: [], notes: [] });
      expect(await stored(target)).to.deep.equal([ada, bea]);
      expect(await told(target)).to.deep.equal(before);
    });
  }

  it('are not added again to a blog that took them before, and one who was there already stays as they were', async () => {
    const target = await newTarget();
    const { body } = await target.admin('POST', '/api/admin/subscribers', { email: bea.email, language: 'fr' });
    await importInto(target, file);
    const [first, second] = await stored(target);
    expect(first).to.deep.equal(ada);
    expect(second).to.deep.include({ language: 'fr', confirmed_at: body.subscriber.confirmedAt });
    await target.admin('DELETE', `/api/admin/subscribers/${body.subscriber.id}`);
    expect(await importInto(target, file)).to.deep.include({ exact: true, subscribers: { new: 0, unchanged: 0 } });
    expect(await stored(target)).to.deep.equal([ada]);
  });

  // docs/interface.md, X18, N17
  it('are refused if they were erased there', async () => {
    const target = await newTarget();
    await target.admin('POST', '/api/admin/privacy/erase', { of: bea.email.toUpperCase() });
    const { subscribers, refused } = await importInto(target, file);
    expect(subscribers).to.deep.equal({ new: 1, unchanged: 0 });
    expect(refused.map(({ reason }) => reason)).to.have.length(1);
    expect(refused[0]!.reason).to.include(`"${bea.email}" was erased.`);
    expect(await stored(target)).to.deep.equal([ada]);
  });

  // docs/interface.md, N17
  it('are not added against the will of a person who ended the subscription there', async () => {
    const target = await newTarget();
    const { body } = await target.admin('POST', '/api/admin/subscribers', { email: bea.email });
    await endSubscription(target.services, body.subscriber.id as string);
    for (const dryRun of [true, false]) {
      const { subscribers, skipped } = await importInto(target, file, { dryRun });
      expect(subscribers).to.deep.equal({ new: 1, unchanged: 0 });
      expect(skipped.map(({ reason }) => reason)).to.deep.equal([
        'The person ended the subscription here, and only they can subscribe again.',
      ]);
      expect(skipped[0]!.file).to.match(/^subscribers-00001\.jsonl:[12]$/);
    }
    expect(await stored(target)).to.deep.equal([ada]);
  });

  it('neither leave nor enter by an API key', async () => {
    const target = await newTarget();
    const caller = await newKey(target, 'transfer');
    const { notes } = await importInto(target, file, { caller });
    expect(notes.map((note) => note.file)).to.deep.equal(['settings.json', 'subscribers']);
    expect(await stored(target)).to.deep.equal([]);
    const own = await archiveOf(source, await newKey(source, 'transfer'));
    const bytes = Buffer.from(await own.arrayBuffer()).toString('latin1');
    expect(bytes).to.include('comments-00001.jsonl').and.to.not.include('subscribers-00001.jsonl');
  });
});

function stored({ database: { kysely } }: TestService) {
  return kysely
    .selectFrom('subscribers')
    .select(['email', 'language', 'state', 'created_at', 'confirmed_at'])
    .orderBy('email')
    .execute();
}

/** Mails that wait, and events. */
async function told({ database: { kysely } }: TestService): Promise<unknown> {
  const mails = await kysely.selectFrom('jobs').select('kind').where('kind', 'like', 'mail%').execute();
  const events = await kysely.selectFrom('events').select('type').where('type', 'like', 'subscriber%').execute();
  return { mails, events };
}
