import { readFile } from 'node:fs/promises';

import { expect } from 'chai';

import { databaseKinds } from '../support/databases.ts';
import { changedFacts } from '../support/facts.ts';
import { intendedChanges } from '../support/intended-changes.ts';
import { readPublicAnswer } from '../support/public-answers.ts';
import { keptAnswer, releases, restoreRelease, type Recorded } from '../support/releases.ts';
import { schemaOf } from '../support/schema.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { migrated, withDatabase } from '../support/stored.ts';
import { contentOf, lostRows, startUpgrade } from '../support/upgraded.ts';

const versions = await releases();
const { compare } = new Intl.Collator('en', { numeric: true });
/** On PostgreSQL the first release, the last one without pages and jobs, and the last one. */
const versionsOn = { SQLite: versions, PostgreSQL: [versions[0]!, '2.17.0', versions.at(-1)!] };
const used = new Set<unknown>();

for (const kind of databaseKinds) {
  describe(`an upgrade on ${kind.name}`, () => {
    let tables: unknown;
    before(async () => {
      const url = await kind.freshUrl();
      await migrated(url);
      tables = await withDatabase(url, schemaOf);
    });

    // docs/interface.md, V4
    it('that is killed changes nothing, and ends when it is started again', async () => {
      const { env } = await restoreRelease(kind, versions[0]!);
      const before = await contentOf(env.DATABASE_URL);
      // Before the first statement, within a migration, and before the commit.
      for (const statements of [0, 60, Infinity]) {
        const upgrade = startUpgrade(env.DATABASE_URL, statements);
        upgrade.begin();
        expect(await upgrade.ended).to.equal('SIGKILL');
        expect(await contentOf(env.DATABASE_URL)).to.deep.equal(before);
      }
      await migrated(env.DATABASE_URL);
      expect(await withDatabase(env.DATABASE_URL, schemaOf)).to.deep.equal(tables);
      expect(lostRows(before, await contentOf(env.DATABASE_URL))).to.deep.equal({});
    });

    for (const version of versionsOn[kind.name]) {
      // docs/interface.md, V4
      it(`from ${version} keeps every row, and changes only public answers that CHANGELOG.md tells`, async () => {
        const { env, ...recorded } = await restoreRelease(kind, version);
        const before = await contentOf(env.DATABASE_URL);
        await migrated(env.DATABASE_URL);
        expect(await withDatabase(env.DATABASE_URL, schemaOf)).to.deep.equal(tables);
        expect(lostRows(before, await contentOf(env.DATABASE_URL))).to.deep.equal({});
        const service = await startTestService(kind, env, { administrator: false, now: Date.parse(recorded.at) });
        try {
          expect(await unintended(service, recorded)).to.deep.equal([]);
          await expectSessions(service, recorded);
        } finally {
          await service.close();
        }
      });
    }
  });
}

describe('the list of intended changes', () => {
  it('quotes CHANGELOG.md', async () => {
    const changelog = (await readFile(new URL('../../CHANGELOG.md', import.meta.url), 'utf8')).split(/^## /m);
    for (const { in: version, says } of intendedChanges) {
      const section = changelog.find((text) => text.split(/\s/, 1)[0] === version) ?? '';
      expect(section.replaceAll(/\s+/g, ' '), version).to.include(says);
    }
  });

  it('has nothing that no upgrade needs', () => {
    expect(intendedChanges.filter((change) => !used.has(change))).to.deep.equal([]);
  });
});

/** Differences to the answers of the release that no later release intended, by URL. */
async function unintended(
  { url }: TestService,
  { version, answers }: Recorded,
): Promise<[path: string, facts: string[]][]> {
  const later = intendedChanges.filter((change) => compare(change.in, version) > 0);
  const found: [string, string[]][] = [];
  for (const [path, before] of Object.entries(answers)) {
    const after = keptAnswer(await readPublicAnswer(url + path));
    const facts = changedFacts(before, after).filter((fact) => {
      const change = later.find(({ at, facts: pattern }) => (at?.test(path) ?? true) && pattern.test(fact));
      if (change) used.add(change);
      return !change;
    });
    if (facts.length > 0) found.push([path, facts]);
  }
  return found;
}

/** Who was signed in still is, and nobody else. */
async function expectSessions({ call }: TestService, { token, revoked, key }: Recorded): Promise<void> {
  const status = async (path: string, secret: string) => (await call('GET', path, { token: secret })).status;
  expect(await status('/api/admin/session', token)).to.equal(200);
  expect(await status('/api/admin/session', revoked)).to.equal(401);
  if (key !== null) expect(await status('/api/posts/drafted', key)).to.equal(200);
}
