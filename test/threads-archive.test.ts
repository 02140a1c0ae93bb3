import { expect } from 'chai';

import { archiveOf, importInto } from './support/archives.ts';
import { set } from './support/comments.ts';
import { databaseKinds } from './support/databases.ts';
import { commentOn, threadPath } from './support/page-threads.ts';
import { write } from './support/posts.ts';
import { startTestService, type TestService } from './support/service.ts';

const NOTES = 'https://notes.example';

for (const kind of databaseKinds) {
  // docs/interface.md, C47
  describe(`threads in exports (${kind.name})`, () => {
    const services: TestService[] = [];
    after(() => Promise.all(services.map((service) => service.close())));

    it('are in archives, which restore them with their comments, and in no export of posts', async () => {
      const [from, to] = await Promise.all([startTestService(kind), startTestService(kind)]);
      services.push(from, to);
      await set(from, { commentSites: [{ origin: NOTES, name: 'Notes' }] });
      await write(from, { id: 'a-post' });
      const { comment: first } = await commentOn(from, `${NOTES}/a/`, { title: 'A page' });
      await commentOn(from, `${NOTES}/a`, { parentId: first.id });
      await from.admin('PUT', `/api/admin/threads/${first.post_id}`, { allowComments: false });
      const { body: exported } = await from.admin('GET', '/api/admin/export');
      expect(JSON.stringify(exported)).not.to.include('thread_');
      const report = await importInto(to, await archiveOf(from));
      expect(JSON.stringify(report)).not.to.include('refused":[{');
      const listed = async (service: TestService) =>
        (await service.call('GET', `/api/posts/${first.post_id}/comments`)).body;
      expect(await listed(to)).to.deep.equal(await listed(from));
      expect((await listed(to)).total).to.equal(2);
      expect(await listed(to)).to.include({ closed: 1 });
      await to.admin('PUT', `/api/admin/threads/${first.post_id}`, { allowComments: true });
      const { body: settings } = await to.admin('GET', '/api/admin/settings');
      expect(settings.commentSites).to.deep.equal([{ origin: NOTES, name: 'Notes' }]);
      await commentOn(to, `${NOTES}/a/`);
      expect((await to.call('GET', threadPath(`${NOTES}/a`))).body.total).to.equal(3);
      const { body } = await to.admin('GET', `/api/comments?post=${first.post_id}`);
      expect(body.comments.at(-1)).to.include({ post_title: 'A page' });
    });
  });
}
