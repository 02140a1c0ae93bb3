import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';

import { endedHash } from '../../routers/subscribers/ended.ts';
import { unsubscribeUrl } from '../../routers/subscribers/unsubscribe-url.ts';
import { openTerminal, type Terminal } from '../support/cli.ts';
import { write } from '../support/posts.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';

describe('octavo admin replace-keys', () => {
  let terminal: Terminal;
  let receiver: Receiver;
  before(async () => {
    receiver = await startReceiver();
    terminal = await openTerminal({}, { WEBHOOK_PRIVATE: 'allow' });
  });
  after(() => receiver?.close());
  after(() => terminal?.close());

  const replace = () => terminal.json(['admin', 'replace-keys'], { env: { DATABASE_URL: terminal.databaseUrl } });
  const keys = async () => {
    const rows = await terminal.service.database.kysely.selectFrom('secrets').select(['name', 'value']).execute();
    return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  };

  it('gives webhooks new secrets, with which the running service signs', async () => {
    const { admin } = terminal.service;
    const input = { url: receiver.url, events: ['post.published'] };
    const { webhook, secret: leaked } = (await admin('POST', '/api/admin/webhooks', input)).body;
    const { ok, webhooks } = await replace();
    expect(ok).to.equal(true);
    expect(webhooks).to.have.lengthOf(1);
    const [{ id, url, secret }] = webhooks;
    expect({ id, url }).to.deep.equal({ id: webhook.id, url: receiver.url });
    expect(secret)
      .to.match(/^whsec_[A-Za-z\d+/]{43}=$/)
      .and.not.equal(leaked);
    await write(terminal.service, { title: 'After the leak' });
    await until(() => receiver.received.length === 1);
    const [{ body, headers }] = receiver.received as [Receiver['received'][0]];
    const signed = new Webhook(secret).sign(headers['webhook-id']!, new Date(terminal.service.clock.now()), body);
    expect(headers['webhook-signature']).to.equal(signed);
  });

  it('ends links to previews and links in mails', async () => {
    const { service } = terminal;
    const id = await write(service, { title: 'Previewed', status: 'draft' });
    const { body } = await service.admin('POST', `/api/posts/${id}/preview-link`, {});
    const reader = { id: 'su-1', language: 'en' };
    const unsubscribe = async () => new URL(await unsubscribeUrl(service.services, service.url, reader)).pathname;
    const paths = [`/preview/${body.token}`, await unsubscribe()];
    const statuses = () => Promise.all(paths.map(async (path) => (await service.call('GET', path)).status));
    expect(await statuses()).to.deep.equal([200, 200]);
    await replace();
    expect(await statuses()).to.deep.equal([403, 404]);
    expect((await service.call('GET', await unsubscribe())).status).to.equal(200);
    expect((await service.admin('GET', `/api/posts/${id}/preview-links`)).body.links).to.deep.equal([]);
  });

  it('keeps sessions, and the keys of hashes', async () => {
    const { service } = terminal;
    await endedHash(service.services);
    const { mail, webhooks, preview, ...kept } = await keys();
    expect(kept).to.include.keys('ended');
    await replace();
    const after = await keys();
    expect(after).to.include(kept);
    expect([after['mail'], after['webhooks'], after['preview']]).to.not.include.members([mail, webhooks, preview]);
    expect((await service.admin('GET', '/api/admin/session')).status).to.equal(200);
  });

  it('prints what it ended and the new secrets, and is logged as a security event', async () => {
    const { stdout, stderr, code } = await terminal.run(['admin', 'replace-keys'], {
      env: { DATABASE_URL: terminal.databaseUrl },
    });
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    expect(stdout).to.match(
      /^The keys are replaced; .*\nThe receivers of webhooks .*:\nID .*\nw-\w+ +http:\S+ +whsec_\S+\n$/,
    );
    await until(() => terminal.service.logged.some(({ event, by }) => event === 'keys.replaced' && by === 'console'));
  });
});
