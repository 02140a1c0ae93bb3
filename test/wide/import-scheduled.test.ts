import { join } from 'node:path';

import { expect } from 'chai';

import { openTerminal, writeFiles, type Terminal } from '../support/cli.ts';
import { ghostExport } from '../support/ghost-export.ts';
import { exported } from '../support/transfer.ts';
import { wxrOf } from '../support/wxr.ts';

const HOUR_MS = 60 * 60 * 1000;

// docs/interface.md, X5
describe('exports with scheduled posts', () => {
  let terminal: Terminal;
  let at: string;
  before(async () => {
    terminal = await openTerminal();
    at = new Date(terminal.service.clock.now() + HOUR_MS).toISOString();
  });
  after(() => terminal?.close());

  const scheduledGhost = () => {
    const changed = structuredClone(ghostExport);
    const { data } = changed.db[0]!;
    data.posts = data.posts.filter(({ slug }) => slug === 'later').map((row) => ({ ...row, published_at: at }));
    return JSON.stringify(changed);
  };
  const scheduledWordPress = () => {
    const gmt = at.slice(0, 19).replace('T', ' ');
    return wxrOf([{ title: 'Later', wp: { status: 'future', post_date: gmt, post_date_gmt: gmt } }]);
  };

  for (const [format, name, write] of [
    ['ghost', 'export.json', scheduledGhost],
    ['wordpress', 'export.xml', scheduledWordPress],
  ] as const) {
    it(`of ${format} do not make a draft of a post that has appeared here since`, async () => {
      const folder = await writeFiles(join(terminal.folder, format), { [name]: write() });
      const bring = () => terminal.json(['import', format, join(folder, name)]);
      const isDraft = { reason: 'It was scheduled, and was not public when it was exported.' };
      const stateOf = async () => {
        const post = (await exported(terminal.service)).find(({ sourceKey }) => sourceKey?.startsWith(format));
        return { status: post?.status, publishAt: post?.publishAt };
      };
      expect((await bring()).new).to.equal(1);
      expect(await stateOf()).to.deep.equal({ status: 'published', publishAt: at });
      terminal.service.clock.advance(2 * HOUR_MS);
      // The time of the source is no longer in the future (X8).
      expect(await bring()).to.include({ new: 0, changed: 1 });
      const again = await bring();
      expect(again).to.include({ new: 0, changed: 0, unchanged: 1 });
      expect(again.drafts).to.deep.equal([]);
      expect(await stateOf()).to.deep.equal({ status: 'published', publishAt: at });
      await terminal.service.admin('DELETE', '/api/posts/later');
      const late = await bring();
      expect(late.drafts.map(({ reason }: { reason: string }) => ({ reason }))).to.deep.equal([isDraft]);
      expect(await stateOf()).to.deep.equal({ status: 'draft', publishAt: null });
      await terminal.service.admin('DELETE', '/api/posts/later');
      terminal.service.clock.advance(-2 * HOUR_MS);
    });
  }
});
