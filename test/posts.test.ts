import { expect } from 'chai';

import { describeService } from './support/service.ts';

describeService.onBothEngines('posts', (use) => {
  it('creates, reads, updates and deletes a post', async () => {
    const { admin, call } = use();
    const made = await admin('POST', '/api/posts', {
      title: 'Hello Wörld',
      content: '# Hi\nthere',
      tags: ['a', 'b', 'a'],
    });
    expect(made.status).to.equal(201);
    expect(made.headers.get('location')).to.equal('/api/posts/hello-world');
    expect(made.body).to.deep.equal({ ok: true, id: 'hello-world' });

    const read = await call('GET', '/api/posts/hello-world');
    expect(read.body.post).to.include({
      title: 'Hello Wörld',
      content: '# Hi\nthere',
      excerpt: 'there',
      version: 1,
    });
    expect(read.body.post.tags).to.deep.equal(['a', 'b']);

    const changed = await admin('PUT', '/api/posts/hello-world', { title: 'Changed' });
    expect(changed.body).to.deep.equal({ ok: true, id: 'hello-world', version: 2 });

    const deleted = await admin('DELETE', '/api/posts/hello-world');
    expect(deleted.body).to.deep.equal({ ok: true, id: 'hello-world' });
    expect((await call('GET', '/api/posts/hello-world')).status).to.equal(404);
  });
});
