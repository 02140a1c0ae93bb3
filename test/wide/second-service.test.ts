import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { expect } from 'chai';

import { VERSION } from '../../shared/version.ts';
import { runOctavo } from '../support/cli.ts';
import { databaseKinds } from '../support/databases.ts';
import { newFolder } from '../support/run.ts';
import { skip } from '../support/skip.ts';
import { cleanUp, lineOf, start, type Started } from '../support/started.ts';

/** How long a start waits for another service to end, in milliseconds. */
const PATIENCE = 10_000;

describe('a second service', function () {
  this.timeout(120_000);
  let folder: string;
  let file: string;

  beforeEach(async () => {
    folder = await newFolder();
    const url = await databaseKinds[0]!.freshUrl('administrator');
    file = url.slice('sqlite:'.length);
  });

  after(cleanUp);

  const serve = (env: Record<string, string> = {}) => start(folder, { DATABASE_URL: `sqlite:${file}`, ...env });

  async function ready(service: Started): Promise<void> {
    await service.url;
    await lineOf(service, /no site address/);
  }

  async function expectRefused(service: Started, sentence: RegExp): Promise<void> {
    service.url.catch(() => undefined);
    const begun = performance.now();
    expect(await service.ended).to.equal(1);
    expect(performance.now() - begun).to.be.least(PATIENCE);
    expect(service.errors().trimEnd()).to.match(sentence);
  }

  // docs/interface.md, D18
  it('on the same file waits 10 s, and is refused in one sentence; commands work beside the first one', async () => {
    const first = serve();
    await ready(first);
    const refused = expectRefused(
      serve(),
      new RegExp(
        `^The database ${file} is in use by another service \\(process ${first.process.pid} on ${hostname()}, version ${VERSION}\\); stop that one first, or .*\\.$`,
      ),
    );
    const env = { PATH: process.env['PATH'] ?? '', DATABASE_URL: `sqlite:${file}` };
    const octavo = (...args: string[]) => runOctavo(args, '', env, folder);
    for (const args of [['status'], ['backup', 'copy.db'], ['doctor'], ['admin', 'unlock']]) {
      const { code, stderr } = await octavo(...args);
      // `doctor` warns of a blog without an address.
      expect(args[0] === 'doctor' || code === 0, `${args[0]}: ${stderr}`).to.equal(true);
    }
    const restore = await octavo('restore', 'copy.db', '--force');
    expect(restore).to.deep.include({ code: 1 });
    expect(restore.stderr).to.match(/is in use; stop the service first\.$/m);
    await refused;
    expect((await fetch(`${await first.url}/readyz`)).status).to.equal(200);
  });

  it('waits for the first one to end, and then starts', async () => {
    const first = serve();
    await ready(first);
    const second = serve();
    first.process.kill('SIGTERM');
    await second.url;
    expect(await first.ended).to.equal(0);
  });

  it('starts after the first one was killed', async () => {
    const first = serve();
    await ready(first);
    first.process.kill('SIGKILL');
    await first.ended;
    await ready(serve());
  });

  it('is not refused because of a killed one, whose process id another program has now', async () => {
    const left = { url: 'http://127.0.0.1:9', pid: process.pid, version: '2.24.0' };
    await writeFile(`${file}.instance.json`, JSON.stringify(left));
    await ready(serve());
  });

  it('finds a running one of version 2.24.0, which has no lock', async function () {
    if (process.platform !== 'linux') skip(this, 'only Linux shows the files of a process', { optional: true });
    const older = spawn(process.execPath, ['-e', 'process.stdin.resume(); console.log("open")'], {
      // The other process has the file open.
      stdio: ['pipe', 'pipe', 'inherit', openSync(file, 'r')],
    });
    await once(older.stdout!, 'data');
    const left = { url: 'http://127.0.0.1:9', pid: older.pid, version: '2.24.0' };
    await writeFile(`${file}.instance.json`, JSON.stringify(left));
    await expectRefused(serve(), new RegExp(`in use by another service \\(process ${older.pid}, version 2.24.0\\); `));
    older.kill();
    await once(older, 'exit');
    await ready(serve());
  });

  it('with the same folder of uploaded files is refused, unless it is on PostgreSQL', async () => {
    const MEDIA_URL = `file:${folder}/media`;
    await ready(serve({ MEDIA_URL }));
    const other = await databaseKinds[0]!.freshUrl('administrator');
    await expectRefused(
      serve({ MEDIA_URL, DATABASE_URL: other }),
      /^The folder \S+media for uploaded files is in use by another service; stop that one first, or .* MEDIA_URL\.$/,
    );
    if (databaseKinds[1]) await ready(serve({ MEDIA_URL, DATABASE_URL: await databaseKinds[1].freshUrl('migrated') }));
  });
});
