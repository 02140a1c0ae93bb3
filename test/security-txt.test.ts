import { expect } from 'chai';

import { describeVisited } from './support/visitors.ts';

const PATH = '/.well-known/security.txt';
const DAY = 24 * 60 * 60 * 1000;

describeVisited('security.txt', (use) => {
  const read = (headers: Record<string, string> = {}) => use().call('GET', PATH, { headers });
  const set = async (settings: object) => {
    const { status, body } = await use().admin('PUT', '/api/admin/settings', settings);
    expect(status, JSON.stringify(body)).to.equal(200);
  };
  beforeEach(() => set({ securityContact: '', siteUrl: '', language: 'en' }));

  // docs/interface.md, F9
  it('does not exist without a contact, like any unknown path', async () => {
    const [one, other] = [await read(), await use().call('GET', '/.well-known/nothing.txt')];
    expect(one.status).to.equal(404);
    expect(one.headers.get('content-type')).to.equal(other.headers.get('content-type'));
    expect(one.body).to.equal(String(other.body).replaceAll('nothing.txt', 'security.txt'));
    expect((await use().call('POST', PATH)).status).to.equal(
      (await use().call('POST', '/.well-known/nothing.txt')).status,
    );
  });

  it('contains contact, expiry, language and canonical URL', async () => {
    await set({ securityContact: 'mailto:security@blog.example', siteUrl: 'https://blog.example', language: 'de' });
    const { status, headers, body } = await read();
    expect({ status, type: headers.get('content-type') }).to.deep.equal({
      status: 200,
      type: 'text/plain; charset=utf-8',
    });
    expect(body).to.equal(
      [
        'Contact: mailto:security@blog.example',
        'Expires: 2026-09-01T00:00:00.000Z',
        'Preferred-Languages: de',
        `Canonical: https://blog.example${PATH}`,
        '',
      ].join('\n'),
    );
    expect((await read({ 'if-none-match': headers.get('etag')! })).status).to.equal(304);
    expect((await use().call('HEAD', PATH)).status).to.equal(200);
    expect((await use().call('POST', PATH)).status).to.equal(405);
  });

  it('has no canonical URL without a site address', async () => {
    await set({ securityContact: 'https://blog.example/contact' });
    expect((await read()).body).to.not.include('Canonical');
  });

  it('never expires while the service runs, and follows the settings', async () => {
    await set({ securityContact: 'mailto:one@blog.example', siteUrl: 'https://blog.example' });
    for (let month = 0; month < 14; month++) {
      const left = Date.parse(/^Expires: (.+)$/m.exec((await read()).body as string)![1]!) - use().clock.now();
      expect(left / DAY).to.be.within(120, 365);
      use().clock.advance(31 * DAY);
    }
    await use().signIn();
    await set({ securityContact: 'mailto:two@blog.example' });
    expect((await read()).body)
      .to.include('two@blog.example')
      .and.not.include('one@');
    await set({ securityContact: '' });
    expect((await read()).status).to.equal(404);
  });
});
