import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';

import { MARKERS } from '../../server/storage/identity/marker.ts';
import { runOctavo } from '../support/cli.ts';
import { databaseKinds } from '../support/databases.ts';
import { newFolder } from '../support/run.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const HOUR = 3_600_000;
const [sqlite] = databaseKinds;

// docs/interface.md, D20
describe('the place of backups', () => {
  let folder: string;
  let env: Record<string, string>;
  let service: TestService;

  beforeEach(async () => {
    folder = join(await newFolder(), 'backups');
    env = {
      DATABASE_URL: await sqlite!.freshUrl('administrator'),
      MEDIA_URL: `file:${await newFolder()}`,
      BACKUP_DIR: folder,
      BACKUP_EVERY: '1h',
      BACKUP_KEEP: '2',
      METRICS_TOKEN: 'metrics-token',
    };
    service = await startTestService(sqlite!, env);
    await made();
  });
  afterEach(() => service.close());

  const octavo = (...args: string[]) => runOctavo(args, '', { PATH: process.env['PATH'] ?? '', PORT: '1', ...env });
  const health = async () => (await service.admin('GET', '/api/admin/health')).body;
  const marker = () => join(folder, 'uploads', MARKERS.backups);
  const archives = async () => (await readdir(folder)).filter((name) => name.endsWith('.db.gz'));

  /** Waits for the backup that is due now. */
  async function made(): Promise<void> {
    const now = new Date(service.clock.now()).toISOString();
    await until(async () => (await health()).backup.lastAt === now);
  }

  async function refused(sentence: RegExp): Promise<void> {
    await until(async () => (await health()).backup.problem !== null);
    const { backup, notices } = await health();
    expect(backup.problem).to.match(sentence);
    expect(backup.ok).to.equal(false);
    expect(notices).to.include('BACKUP_FAILED');
    const metrics = (await service.call('GET', '/metrics', { token: 'metrics-token' })).body;
    expect(metrics).to.match(/^octavo_backup_ok 0$/m);
    expect((await octavo('doctor')).stdout).to.match(/^problem +backups +No backup was made: /m);
    const { code, stderr } = await octavo('backup');
    expect(code).to.equal(1);
    expect(stderr).to.match(sentence);
  }

  it('is empty, as when its disk is not mounted: no backup is made, until it is back', async () => {
    expect(existsSync(marker())).to.equal(true);
    await rename(folder, `${folder}.away`);
    await mkdir(folder);
    // Before the next backup is due.
    expect((await health()).notices).to.include('BACKUP_FAILED');
    service.clock.advance(HOUR);
    await refused(/^No backup was made: \S+ is empty, or not the place .*run octavo backup --adopt\.\n?$/);
    expect(await readdir(folder)).to.deep.equal([]);
    await rm(folder, { recursive: true });
    await rename(`${folder}.away`, folder);
    service.clock.advance(HOUR);
    await made();
    expect((await health()).notices).to.not.include('BACKUP_FAILED');
    expect(await archives()).to.have.length(2);
  });

  it('is that of another database: its backups stay, until it is adopted', async () => {
    await writeFile(marker(), JSON.stringify({ database: '0'.repeat(32) }));
    const before = await archives();
    service.clock.advance(HOUR);
    await refused(/^No backup was made: \S+ has the backups of another database; .*run octavo backup --adopt\.\n?$/);
    expect(await archives()).to.deep.equal(before);
    const { code, stdout, stderr } = await octavo('backup', '--adopt');
    expect(code, stderr).to.equal(0);
    expect(stdout).to.match(
      /^\S+ had 1 backup of another database, the newest of which is octavo-\d{8}-\d{6}\.db\.gz\.\n/,
    );
    expect(await archives()).to.have.length(2);
    service.clock.advance(HOUR);
    await made();
  });

  it('is another folder that has no backups, because the configuration was changed', async () => {
    await service.close();
    folder = `${folder}-new`;
    env = { ...env, BACKUP_DIR: folder };
    service = await startTestService(sqlite!, env);
    await made();
    expect(existsSync(marker())).to.equal(true);
  });

  it('is another folder that has backups without a marker: they are not deleted', async () => {
    await service.close();
    await rm(marker());
    const before = await archives();
    const former = folder;
    folder = await newFolder();
    env = { ...env, DATABASE_URL: await sqlite!.freshUrl('administrator'), BACKUP_DIR: folder };
    service = await startTestService(sqlite!, env);
    await made();
    await service.close();
    folder = former;
    env = { ...env, BACKUP_DIR: folder };
    service = await startTestService(sqlite!, env);
    await refused(/^No backup was made: \S+ is empty, or not the place /);
    expect(await archives()).to.deep.equal(before);
  });

  it('is not adopted together with a file', async () => {
    const { code, stderr } = await octavo('backup', '--adopt', join(await newFolder(), 'one.db'));
    expect(code).to.equal(2);
    expect(stderr).to.include('--adopt is for BACKUP_DIR or BACKUP_S3');
  });
});
