import { expect } from 'chai';

import { VERSION } from '../shared/version.ts';
import { databaseKinds } from './support/databases.ts';
import { startTestService } from './support/service.ts';
import { describeVisited } from './support/visitors.ts';

// docs/interface.md, D4
describeVisited('health', (use) => {
  const health = async () => {
    const { status, body } = await use().admin('GET', '/api/admin/health');
    expect(status, JSON.stringify(body)).to.equal(200);
    return body;
  };

  it('reports process, database, counters and disk', async () => {
    const isSqlite = use().database.dialect === 'sqlite';
    const body = await health();
    expect(body).to.deep.include({
      ok: true,
      release: VERSION,
      node: process.versions.node,
      workers: 1,
      counters: { store: 'memory', ok: true },
      complexPosts: [],
      reservedPages: [],
      backup: null,
      notices: ['BACKUP_OFF'],
    });
    expect(body).to.have.all.keys(
      'ok',
      'release',
      'node',
      'uptime',
      'workers',
      'database',
      'counters',
      'backup',
      'complexPosts',
      'reservedPages',
      'disk',
      'mail',
      'memory',
      'notices',
    );
    expect(body.uptime).to.be.within(0, process.uptime());
    expect(body.memory.resident).to.be.within(10_000_000, 10_000_000_000);
    expect(body.database).to.include({ engine: isSqlite ? 'sqlite' : 'postgres', ok: true, problem: null });
    expect(body.database.version).to.match(/^\d+\.\d+/);
    expect(body.database.bytes).to.be.above(50_000);
    if (isSqlite) expect(body.disk.free).to.be.within(1, body.disk.total);
    else expect(body.disk).to.equal(null);
  });

  it('reports the growth of the database', async () => {
    const before = (await health()).database.bytes;
    await use().admin('POST', '/api/posts', { title: 'Long', content: '0123456789 abcdef '.repeat(20_000) });
    expect((await health()).database.bytes).to.be.above(before);
  });

  it('contains neither file names nor URLs', async () => {
    const text = JSON.stringify(await health());
    expect(text)
      .to.not.include('/tmp')
      .and.not.include('@')
      .and.not.match(/sqlite:|postgres(ql)?:/);
  });

  it('requires the administrator', async () => {
    expect((await use().call('GET', '/api/admin/health')).status).to.equal(401);
  });
});

describe('health of an obsolete configuration', () => {
  it('reports one process, and that WORKERS is obsolete', async () => {
    const service = await startTestService(databaseKinds[0]!, { WORKERS: '4' });
    try {
      const { body } = await service.admin('GET', '/api/admin/health');
      expect(body).to.deep.include({ workers: 1, notices: ['WORKERS_OBSOLETE', 'BACKUP_OFF'] });
    } finally {
      await service.close();
    }
  });
});

describe('health while a dependency is down', () => {
  it('reports that counters on an unreachable Redis do not count', async () => {
    const service = await startTestService(databaseKinds[0]!, { REDIS_URL: 'redis://127.0.0.1:1' });
    try {
      const { body } = await service.admin('GET', '/api/admin/health');
      expect(body.counters).to.deep.equal({ store: 'redis', ok: false });
    } finally {
      await service.close();
    }
  });

  it('reports that a closed database does not respond, and everything else', async () => {
    const service = await startTestService(databaseKinds[0]!);
    await service.close();
    const { database, release: own } = await service.services.health();
    expect(database).to.deep.include({ engine: 'sqlite', version: '', bytes: 0, ok: false });
    expect(database.problem).to.be.a('string');
    expect(own).to.equal(VERSION);
  });
});
