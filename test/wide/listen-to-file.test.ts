import BetterSqlite3 from 'better-sqlite3';
import { expect } from 'chai';

import { databaseKinds } from '../support/databases.ts';
import { ids } from '../support/posts.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { freshAddress } from '../support/visitors.ts';

describe('writes of another process to an SQLite file', () => {
  let file: string;
  let service: TestService;
  before(async () => {
    const DATABASE_URL = await databaseKinds[0]!.freshUrl();
    file = DATABASE_URL.slice('sqlite:'.length);
    service = await startTestService(databaseKinds[0]!, { DATABASE_URL });
  });
  after(() => service?.close());

  const list = async () => ids(await service.call('GET', '/api/posts', { headers: freshAddress() }));

  it("are distinguished from the service's own reads and writes", async () => {
    const before = service.database.version();
    await service.admin('POST', '/api/posts', { id: 'own', title: 'Own', content: 'A quillon.' });
    await service.admin('PUT', '/api/posts/own', { protected: true, password: 'a secret word' });
    await service.call('GET', '/api/search?q=quillon');
    await service.admin('GET', '/api/admin/posts?search=quillon');
    await service.services.scrub();
    expect(service.database.version()).to.equal(before);
  });

  it('appear soon, without a restart', async () => {
    expect(await list()).to.deep.equal(['own']);
    const other = new BetterSqlite3(file);
    other.prepare(`update posts set status = 'draft' where slug = 'own'`).run();
    other.close();
    await until(async () => (await list()).length === 0);
  });
});
