import { expect } from 'chai';

import { runOctavo } from '../support/cli.ts';
import { databaseKinds } from '../support/databases.ts';
import { PASSWORD } from '../support/service.ts';
import { newFolder } from '../support/run.ts';
import { cleanUp, lineOf, start, type Started } from '../support/started.ts';
import { until } from '../support/until.ts';
import { stopwatch } from '../support/stopwatch.ts';

for (const kind of databaseKinds) {
  describe(`octavo admin unlock (${kind.name})`, () => {
    let env: Record<string, string>;
    let started: Started;
    let url: string;

    before(async () => {
      env = { DATABASE_URL: await kind.freshUrl('administrator') };
      started = start(await newFolder(), env);
      url = await started.url;
    });
    after(cleanUp);

    const login = async (password: string) => {
      const answer = await fetch(`${url}/api/admin/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'cf-connecting-ip': '192.0.2.1' },
        body: JSON.stringify({ password }),
      });
      return { status: answer.status, error: ((await answer.json()) as { error?: string }).error };
    };
    const lockOut = async () => {
      for (let time = 0; time < 5; time++) expect((await login('wrong password')).status).to.equal(401);
      expect((await login(PASSWORD)).status).to.equal(429);
    };

    it('clears all failed sign-ins, and the running service accepts the owner within 5 seconds', async () => {
      await lockOut();
      expect((await login(PASSWORD)).error).to.match(
        /^Too many failed sign-ins; try again in \d+ seconds, or run "octavo admin unlock" on the server\.$/,
      );
      const outcome = await runOctavo(['admin', 'unlock'], '', { PATH: process.env['PATH'] ?? '', ...env });
      const elapsed = stopwatch(started.process.pid);
      expect(outcome).to.deep.equal({
        code: 0,
        stdout: '5 failed sign-ins are forgotten; a running service lets you sign in within 5 seconds.\n',
        stderr: '',
      });
      await until(async () => (await login(PASSWORD)).status === 200);
      expect(elapsed()).to.be.below(5000);
      expect(JSON.parse(await lineOf(started, /login\.unlocked/))).to.include({ event: 'login.unlocked', failures: 5 });
    });

    it('is logged, like reset-password, as a security event by the running service', async () => {
      const { code } = await runOctavo(['admin', 'reset-password', '--generate'], '', {
        PATH: process.env['PATH'] ?? '',
        ...env,
      });
      expect(code).to.equal(0);
      const line = JSON.parse(await lineOf(started, /password\.changed/)) as Record<string, unknown>;
      expect(line).to.include({ event: 'password.changed', by: 'console' });
      expect(Date.parse(String(line['at']))).to.be.closeTo(Date.now(), 60_000);
    });
  });
}

describe('octavo admin unlock without a database', () => {
  it('fails, and creates none', async () => {
    const env = { PATH: process.env['PATH'] ?? '', DATABASE_URL: 'sqlite:./no/such/blog.db' };
    const { code, stdout, stderr } = await runOctavo(['admin', 'unlock'], '', env);
    expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
    expect(stderr).to.match(
      /^There is no database .*blog\.db; run this where the service runs, or set DATABASE_URL\.\n$/,
    );
  });
});
