import { fileURLToPath } from 'node:url';

import { expect } from 'chai';

import { openSession } from '../../routers/admin/sessions.ts';
import { systemClock } from '../../routers/base/clock.ts';
import { databaseKinds } from '../support/databases.ts';
import { startFileHost, type FileHost } from '../support/file-host.ts';
import { photo } from '../support/files.ts';
import { program } from '../support/programs.ts';
import { newFolder } from '../support/run.ts';
import { cleanUp, ready, start } from '../support/started.ts';
import { withDatabase } from '../support/stored.ts';
import { until } from '../support/until.ts';

const preload = fileURLToPath(new URL('../support/reach-loopback.mjs', import.meta.url));
const FILES = 12;

for (const kind of databaseKinds) {
  describe(`a fetch of files whose service is killed (${kind.name})`, () => {
    let host: FileHost;
    before(async () => {
      host = await startFileHost();
      for (let at = 0; at < FILES; at++) {
        const bytes = await photo('png', 1, 1 + 20 * at);
        host.files.set(`/${at}.jpg`, (response) => void setTimeout(() => response.end(bytes), 150));
      }
    });
    after(() => Promise.all([host.close(), cleanUp()]));

    // docs/interface.md, M27
    it('continues, with each file once in the library and each URL once in the results', async () => {
      const url = await kind.freshUrl('administrator');
      const token = await withDatabase(url, ({ orm }) => openSession(orm.em.fork(), systemClock));
      const folder = await newFolder();
      const instance = () =>
        start(folder, { DATABASE_URL: url, MEDIA_URL: `file:${folder}/media` }, 'pipe', [
          '--import',
          preload,
          program('server/main'),
        ]);
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const first = instance();
      const urls = Array.from({ length: FILES }, (_, at) => `${host.url}/${at}.jpg`);
      const answer = await fetch(`${await ready(first)}/api/media/fetch`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ urls }),
      });
      const { id } = (await answer.json()) as { id: string };
      const results = () =>
        withDatabase(url, ({ kysely }) =>
          kysely.selectFrom('media_fetch_urls').selectAll().where('media_id', 'is not', null).execute(),
        );
      await until(async () => (await results()).length >= 3);
      first.process.kill('SIGKILL');
      await first.ended;
      const before = await results();
      expect(before.length, 'it was killed in the middle').to.be.within(3, FILES - 1);

      const instances = kind.name === 'SQLite' ? [instance()] : [instance(), instance()];
      const addresses = await Promise.all(instances.map(ready));
      const stateOf = async () =>
        (await (await fetch(`${addresses[0]}/api/media/fetch/${id}`, { headers })).json()) as {
          state: string;
          results: { url: string; media: { id: string } }[];
        };
      // The lease of the killed instance expires after 10 s.
      await until(async () => (await stateOf()).state === 'done');
      const state = await stateOf();
      expect(state.results.map((one) => one.url)).to.deep.equal(urls);
      expect(new Set(state.results.map(({ media }) => media.id)).size).to.equal(FILES);
      for (const row of before) {
        expect(state.results[row.position]!.media.id, 'what was fetched before stays').to.equal(row.media_id);
      }
      const library = await (await fetch(`${addresses[0]}/api/media`, { headers })).json();
      expect((library as { total: number }).total).to.equal(FILES);
      // Three at a time are fetched again at most; two instances do not fetch beside each other.
      expect(host.read.length).to.be.within(FILES, FILES + 3);
      expect(before.every(({ url: path }) => host.read.filter((one) => path.endsWith(one)).length === 1)).to.equal(
        true,
      );
    });
  });
}
