import { expect } from 'chai';

import { open, visit } from './support/pages.ts';
import { describeVisited } from './support/visitors.ts';

// docs/interface.md, F10, X4
describeVisited.onBothEngines('URLs of the imported blog', (use) => {
  before(async () => {
    const post = { title: 'Moved in', content: 'text', date: '2024-02-04' };
    const aliases = ['/2024/02/04/Moved-in.html', '/alt/über', '/tags/none', '/%7Ejo/one', '/%7ejo/two', '/~jo/three'];
    const posts = [
      { ...post, id: 'moved-in', sourceKey: 'a.md', aliases },
      { ...post, id: 'not-yet', sourceKey: 'b.md', status: 'draft', aliases: ['/2024/not-yet'] },
    ];
    const { status, body } = await use().admin('POST', '/api/admin/import', { posts });
    expect(status, JSON.stringify(body)).to.equal(200);
  });

  const paths = ['/2024/02/04/Moved-in.html', '/2024/02/04/Moved-in.html/', '/alt/%C3%BCber', '/tags/none'];
  const tildes = [
    '/%7Ejo/one',
    '/~jo/one',
    '/%7ejo/two',
    '/~jo/two',
    '/%7Ejo/three',
    '/~jo/three',
    '/2024/02/04/%4doved-in%2ehtml',
  ];
  for (const path of [...paths, ...tildes]) {
    it(`${path} redirects to the post`, async () => {
      const { status, headers } = await visit(use(), `${path}?from=old`);
      expect([status, headers.get('location')]).to.deep.equal([301, '/posts/moved-in?from=old']);
      expect(headers.get('cache-control')).to.equal('no-store');
    });
  }

  it('disclose no draft, and do nothing under /api/', async () => {
    expect((await visit(use(), '/2024/not-yet')).status).to.equal(404);
    expect((await visit(use(), '/api/2024/02/04/Moved-in.html')).status).to.equal(404);
  });

  it('never replace an existing page', async () => {
    expect(await open(use(), '/posts/moved-in')).to.include('Moved in');
  });
});
