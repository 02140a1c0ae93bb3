import { expect } from 'chai';

import { entities } from '../entities/index.ts';
import { openDatabase } from '../server/storage/database/open.ts';
import { databaseKinds } from './support/databases.ts';
import { describeService, PASSWORD, startTestService, type TestService } from './support/service.ts';

const KEY = 'the-setup-key';
const NEW = 'another password';

/** The security events in the log, without the common fields except the level. */
function events({ logged }: Pick<TestService, 'logged'>): Record<string, unknown>[] {
  return logged.filter((line) => 'event' in line).map((line) => without(line, 'time', 'pid', 'hostname'));
}

function without(line: Record<string, unknown>, ...names: string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(line).filter(([name]) => !names.includes(name)));
}

for (const kind of databaseKinds) {
  describe(`events of commands (${kind.name})`, () => {
    it('are logged, also those of another version', async () => {
      const url = await kind.freshUrl('administrator');
      const database = await openDatabase({ url, entities });
      const values = {
        'event:1': '"password.changed"',
        'event:2': '"of.tomorrow"',
        'event:3': '7',
      };
      const rows = Object.entries(values).map(([name, value]) => ({ name, value }));
      await database.kysely.insertInto('settings').values(rows).execute();
      await database.close();
      const service = await startTestService(kind, { DATABASE_URL: url });
      const left = events(service).filter(({ by }) => by === 'console');
      expect(left.map(({ event, at }) => [event, at])).to.deep.equal([
        ['password.changed', '1'],
        ['of.tomorrow', '2'],
        [7, '3'],
      ]);
      const { kysely } = service.database;
      const kept = await kysely.selectFrom('settings').select('name').where('name', 'like', 'event:%').execute();
      expect(kept).to.deep.equal([]);
      await service.close();
    });
  });
}

describeService.onBothEngines(
  'security events',
  (use) => {
    const from = (address: string, more: Record<string, string> = {}) => ({ 'cf-connecting-ip': address, ...more });
    const login = (password: string, headers: Record<string, string>) =>
      use().call('POST', '/api/admin/login', { body: { password }, headers });
    /** The events that an action causes. */
    const during = async (work: () => Promise<unknown>) => {
      use().logged.length = 0;
      await work();
      return events(use());
    };

    beforeEach(() => use().clock.advance(80 * 60_000));

    it('include sign-ins with device and network', async () => {
      const headers = from('192.0.2.77', { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' });
      expect(await during(() => login(PASSWORD, headers))).to.deep.equal([
        { level: 30, event: 'login.succeeded', client: '192.0.2.0/24', device: 'Firefox on Linux', msg: 'signed in' },
      ]);
    });

    it('include failed sign-ins, wrong setup keys, and each tier whose cooldown begins', async () => {
      const failed = { level: 40, event: 'login.failed', client: '2001:db8:1::/48', msg: 'a sign-in failed' };
      const lines = await during(async () => {
        for (let time = 0; time < 4; time++) await login('wrong password', from('2001:db8:1:2::3'));
        await login(PASSWORD, from('2001:db8:1:2::3', { 'x-setup-key': 'wrong-setup-key' }));
        // During the cooldown nothing is checked, so nothing fails.
        await login('wrong password', from('2001:db8:1:2::3'));
      });
      expect(lines).to.deep.equal([
        ...Array.from({ length: 4 }, () => ({ ...failed, reason: 'WRONG_PASSWORD' })),
        { ...failed, reason: 'SETUP_KEY_INVALID' },
        {
          ...{ level: 40, event: 'login.tier', client: '2001:db8:1::/48', tier: 'address', failures: 5, cooldown: 900 },
          msg: 'sign-in is cooling down',
        },
      ]);
    });

    it('include a failure under the right setup key, which is not counted', async () => {
      const lines = await during(() => login('wrong password', from('192.0.2.8', { 'x-setup-key': KEY })));
      expect(lines.map(({ event, reason }) => [event, reason])).to.deep.equal([['login.failed', 'WRONG_PASSWORD']]);
    });

    it('include the tiers of subnet and site, the latter as an alert', async () => {
      const failThrice = async (address: string) => {
        for (let time = 0; time < 3; time++) await login('wrong password', from(address));
      };
      const lines = await during(async () => {
        for (let host = 0; host < 5; host++) await failThrice(`203.0.113.${host}`);
        use().clock.advance(61_000);
        for (let net = 0; net < 5; net++) await failThrice(`198.51.${net}.1`);
      });
      const tiers = lines.filter(({ event }) => event === 'login.tier');
      expect(
        tiers.map(({ tier, level, alert, cooldown, client }) => [tier, level, alert, cooldown, client]),
      ).to.deep.equal([
        ['subnet', 40, undefined, 60, '203.0.113.0/24'],
        ['site', 50, 'login', 10, '198.51.4.0/24'],
      ]);
    });

    it('include ended sessions, single and all, and a changed password', async () => {
      await use().signIn();
      const { body } = await use().admin('GET', '/api/admin/sessions');
      const { id } = body.sessions.find(({ current }: { current: number }) => current === 0);
      const lines = await during(async () => {
        await use().admin('DELETE', `/api/admin/sessions/${id}`, undefined, from('192.0.2.1'));
        await use().admin(
          'POST',
          '/api/admin/change-password',
          { current: 'wrong one', password: NEW },
          from('192.0.2.1'),
        );
        await use().admin(
          'POST',
          '/api/admin/change-password',
          { current: PASSWORD, password: NEW },
          from('192.0.2.1'),
        );
      });
      const client = '192.0.2.0/24';
      expect(lines.map((line) => without(line, 'level', 'msg'))).to.deep.equal([
        { event: 'session.revoked', client, session: id },
        { event: 'login.failed', client, reason: 'CURRENT_PASSWORD_WRONG' },
        { event: 'password.changed', client },
      ]);
      const { token } = (await login(NEW, from('192.0.2.2'))).body;
      const ended = await during(async () => {
        await use().call('POST', '/api/admin/logout-everywhere', { token });
        const other = (await login(NEW, from('192.0.2.2'))).body.token;
        await use().call('POST', '/api/admin/logout', { token: other });
      });
      const revoked = ended.filter(({ event }) => event === 'session.revoked').map(({ session }) => session);
      expect(revoked[0]).to.equal('all');
      expect(revoked[1]).to.match(/^s-/);
      expect(revoked).to.have.length(2);
      expect(JSON.stringify(use().logged)).to.not.include(token).and.not.include(NEW);
    });

    it('include an export once, for any number of pages, and an import', async () => {
      use().token = (await login(NEW, from('192.0.2.2'))).body.token;
      const lines = await during(async () => {
        await use().admin('POST', '/api/admin/import', { posts: [{ sourceKey: 'a', title: 'A' }, { sourceKey: 'b' }] });
        await use().admin('GET', '/api/admin/export');
        await use().admin('GET', '/api/admin/export?cursor=');
      });
      expect(lines.map(({ event, posts }) => [event, posts]).slice(0, 2)).to.deep.equal([
        ['import', 2],
        ['export', undefined],
      ]);
    });

    it('include API keys, webhooks, and subscribers that are imported or exported', async () => {
      use().token = (await login(NEW, from('192.0.2.2'))).body.token;
      const { admin } = use();
      const lines = await during(async () => {
        const { body: made } = await admin('POST', '/api/admin/keys', { name: 'A key', scopes: ['read'] });
        await admin('DELETE', `/api/admin/keys/${made.key.id}`);
        const settings = { url: 'https://hooks.example/', events: ['post.published'], active: false };
        const { body: hook } = await admin('POST', '/api/admin/webhooks', settings);
        await admin('PUT', `/api/admin/webhooks/${hook.webhook.id}`, { active: true });
        await admin('DELETE', `/api/admin/webhooks/${hook.webhook.id}`);
        const csv = 'email\nreader@example.org\n';
        await admin('POST', '/api/admin/subscribers/import', { csv, dryRun: true });
        await admin('POST', '/api/admin/subscribers/import', { csv });
        await admin('GET', '/api/admin/subscribers/export');
      });
      expect(lines.map(({ level, event, client }) => [level, event, client])).to.deep.equal([
        [40, 'key.created', '127.0.0.0/24'],
        [30, 'key.revoked', '127.0.0.0/24'],
        [40, 'webhook.created', '127.0.0.0/24'],
        [30, 'webhook.changed', '127.0.0.0/24'],
        [30, 'webhook.removed', '127.0.0.0/24'],
        [30, 'subscribers.imported', '127.0.0.0/24'],
        [30, 'subscribers.exported', '127.0.0.0/24'],
      ]);
      expect(JSON.stringify(use().logged)).to.not.match(/reader@example|hooks\.example/);
    });

    it('contain no full IP address, key or password', () => {
      const text = JSON.stringify(use().logged);
      for (const secret of [PASSWORD, NEW, KEY, '2001:db8:1:2', '192.0.2.77']) expect(text).to.not.include(secret);
    });
  },
  { SETUP_KEY: KEY },
);

describe('security events of the first set-up', () => {
  it('are one line', async () => {
    const service = await startTestService(databaseKinds[0]!, { SETUP_KEY: KEY }, { administrator: false });
    try {
      const headers = { 'x-setup-key': KEY, 'cf-connecting-ip': '192.0.2.9' };
      await service.call('POST', '/api/admin/setup', { body: { password: PASSWORD }, headers });
      await service.call('POST', '/api/admin/setup', { body: { password: PASSWORD }, headers });
      expect(events(service)).to.deep.equal([
        { level: 30, event: 'setup', client: '192.0.2.0/24', msg: 'the administrator is set up' },
      ]);
    } finally {
      await service.close();
    }
  });
});
