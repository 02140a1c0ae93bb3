import { expect } from 'chai';

import { PASSWORD } from './support/service.ts';
import { describeVisited } from './support/visitors.ts';

describeVisited(
  'the state of the set-up',
  (use) => {
    const state = () => use().call('GET', '/api/admin/state');

    it('tells visitors only whether there is an administrator and whether a key is needed', async () => {
      const { status, headers, body } = await state();
      expect({ status, body }).to.deep.equal({ status: 200, body: { ok: true, isSetUp: false, needsSetupKey: true } });
      expect(headers.get('cache-control')).to.equal('no-store');
      expect(headers.get('x-robots-tag')).to.equal('noindex');
      expect(await use().trpc(null).admin.state.query()).to.deep.equal(body);
    });

    it('changes with the set-up', async () => {
      const headers = { 'x-setup-key': 'the-setup-key' };
      await use().call('POST', '/api/admin/setup', { body: { password: PASSWORD }, headers });
      expect((await state()).body).to.deep.equal({ ok: true, isSetUp: true, needsSetupKey: true });
    });
  },
  { SETUP_KEY: 'the-setup-key' },
  { administrator: false },
);

describeVisited('the state of the set-up without a key', (use) => {
  it('needs no key, and is the same for the administrator', async () => {
    const expected = { ok: true, isSetUp: true, needsSetupKey: false };
    expect((await use().call('GET', '/api/admin/state')).body).to.deep.equal(expected);
    expect((await use().admin('GET', '/api/admin/state')).body).to.deep.equal(expected);
  });

  it('counts as a read of a visitor', async () => {
    const { headers } = await use().call('GET', '/api/admin/state');
    expect(headers.get('ratelimit-policy') ?? headers.get('ratelimit-limit')).to.not.equal(null);
  });
});
