import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect } from 'chai';

import { openTerminal, type Terminal } from '../support/cli.ts';
import { skip } from '../support/skip.ts';
import { exported } from '../support/transfer.ts';
import { freshAddress } from '../support/visitors.ts';

const cases = fileURLToPath(new URL('../../../shared/cases/moving', import.meta.url));

/** The addresses of lists of posts, which are none of a post. */
const LISTS = /^\/(?:[a-z]{2}\/)?(?:(?:categories|tags|posts|news|notes)\/)?(?:page\/\d+\/)?$/;

/** The addresses of the files that a generator wrote. */
function builtIn(site: string): string[] {
  return readFileSync(`${cases}/${site}.built`, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.replace(/^\./, '').replace(/\/index\.html$/, '/'));
}

describe('a site that its generator built', () => {
  for (const site of ['h1', 'h2', 'h4', 'j1']) {
    describe(site, () => {
      let terminal: Terminal;
      before(async function () {
        if (!existsSync(cases)) skip(this, `there is no ${cases}`, { optional: true });
        terminal = await openTerminal();
      });
      after(() => terminal?.close());

      it('answers every old address of a post, shows nothing else, and is the same when it is imported again', async () => {
        const report = await terminal.json(['import', 'markdown', `${cases}/${site}`]);
        expect(report.refused).to.deep.equal([]);
        const built = builtIn(site).filter((path) => !LISTS.test(path));
        const reached = new Set<string>();
        for (const path of built) {
          const encoded = path.split('/').map(encodeURIComponent).join('/');
          const found = await reach(terminal, encoded);
          expect([path, found.status]).to.deep.equal([path, 200]);
          reached.add(found.path);
        }
        const posts = (await exported(terminal.service)).filter(({ status }) => status === 'published');
        const shown = posts.map(({ id, kind }) => (kind === 'page' ? `/${id}` : `/posts/${id}`));
        expect([...reached].toSorted()).to.deep.equal(shown.toSorted());
        expect(await terminal.json(['import', 'markdown', `${cases}/${site}`])).to.include({
          new: 0,
          changed: 0,
          unchanged: report.new,
        });
      });
    });
  }
});

/** Follows redirects within the service. */
async function reach({ service }: Terminal, path: string): Promise<{ status: number; path: string }> {
  const { status, headers } = await service.call('GET', path, { headers: freshAddress() });
  const location = headers.get('location');
  if (status !== 301 || location === null) return { status, path: decodeURIComponent(path).replace(/(?<!\/)\/$/, '') };
  return reach({ service } as Terminal, new URL(location, service.url).pathname);
}
