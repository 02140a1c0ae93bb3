import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';

import { set } from './support/comments.ts';
import { visit } from './support/pages.ts';
import { expectRefusedField, read, write } from './support/posts.ts';
import { skip } from './support/skip.ts';
import { describeVisited } from './support/visitors.ts';

interface Case {
  id: string;
  kind: string;
  content?: string;
}

const file = join(import.meta.dirname, '../../shared/cases/text.json');
const cases = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Case[]) : [];
const graphemes = (text: string) => Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);

// Cases from public bug reports of other blogs; docs/interface.md, P4, P5, H8
describeVisited('collected cases of text', (use) => {
  before(function () {
    if (cases.length === 0) skip(this, `there is no ${file}`, { optional: true });
  });

  it('make excerpts of whole graphemes', async () => {
    for (const { id, content } of cases.filter(({ kind }) => kind === 'excerpt')) {
      const { excerpt } = await read(use(), await write(use(), { content }));
      const known = new Set([...graphemes(content ?? ''), '…']);
      expect(
        graphemes(excerpt).filter((one) => !known.has(one)),
        id,
      ).to.deep.equal([]);
      expect(excerpt, id).to.not.equal('');
    }
  });

  it('revalidate by a later date, and by one of asctime', async () => {
    await set(use(), { siteUrl: 'https://blog.example' });
    const { headers } = await visit(use(), '/feed.xml');
    const modified = Date.parse(headers.get('last-modified') ?? '');
    const later = new Date(modified + 1000).toUTCString();
    for (const since of [later, asctime(new Date(modified))]) {
      expect((await visit(use(), '/feed.xml', { 'if-modified-since': since })).status, since).to.equal(304);
    }
  });

  it('have no date in the year 0', async () => {
    for (const date of ['0000-01-01', '0000-12-31']) {
      expectRefusedField(await use().admin('POST', '/api/posts', { title: 'T', date }), 'date');
    }
  });
});

/** Such as `Sun Nov  6 08:49:37 1994`. */
function asctime(date: Date): string {
  const [, weekday, day, month, year, time] = /^(...), (..) (...) (....) (\S+)/.exec(date.toUTCString()) ?? [];
  return `${weekday} ${month} ${day!.replace(/^0/, ' ')} ${time} ${year}`;
}
