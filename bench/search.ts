// npm run bench -- search [--posts <n>] [--file <database>] [--postgres <URL of an empty database>] [--trial]: how long searches of a large blog take.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { sql } from 'kysely';

import { entities } from '../entities/index.ts';
import type { CallContext } from '../routers/core/context.ts';
import { searchPosts } from '../routers/search/query.ts';
import { copyDatabase } from '../server/storage/copy/copy.ts';
import { openDatabase } from '../server/storage/database/open.ts';
import { inWorkshop } from './processes.ts';
import { publish } from './results.ts';
import { seed } from './seed.ts';
import { postRow } from './seed-rows.ts';
import { figure, table } from './table.ts';
import { randomFrom } from '../test/support/random.ts';
import { word } from './words.ts';

const { posts, file, postgres, trial } = parseArgs({
  options: {
    posts: { type: 'string', default: '100000' },
    file: { type: 'string' },
    postgres: { type: 'string' },
    trial: { type: 'boolean', default: false },
  },
}).values;

/** Queries of each kind. */
const QUERIES = 41;
/** Each query is sent so often; its best time counts, because others use the machine too. */
const TIMES = 3;
const random = randomFrom(7);

const kinds: Record<string, () => string> = {
  'a word': someWord,
  'the beginning of a word': () => someWord().slice(0, 3),
  'two words': () => `${someWord()} ${someWord()}`,
  'a phrase of two words': () => `"${somePart(/[a-z]+ [a-z]+/g)}"`,
  'a phrase of three words': () => `"${somePart(/[a-z]+ [a-z]+ [a-z]+/g)}"`,
  'two Chinese characters': () => somePart(/\p{sc=Han}{2}/gu),
  'four Chinese characters': () => somePart(/\p{sc=Han}{4}/gu),
  'a Chinese phrase': () => `"${somePart(/\p{sc=Han}{4}/gu)}"`,
  'a word without another': () => `${someWord()} -${someWord()}`,
  'a word without a phrase': () => `${someWord()} -"${somePart(/[a-z]+ [a-z]+/g)}"`,
  'a word of nearly every post': () => `${word(Math.floor(random() * 3))} `,
  'a phrase of frequent words': () => `"${word(Math.floor(random() * 9))} ${word(Math.floor(random() * 9))}"`,
  'one letter': () => String.fromCodePoint(0x61 + Math.floor(random() * 26)),
};

/** A word as readers ask for: neither of the rarest nor of the most frequent. */
function someWord(): string {
  return word(Math.floor(20 * 250 ** random()));
}

/** A random match in the text of a random post. */
function somePart(pattern: RegExp): string {
  for (;;) {
    const found = postRow(Math.floor(random() * Number(posts))).content.match(pattern) ?? [];
    if (found.length > 0) return found[Math.floor(random() * found.length)]!;
  }
}

const queries = Object.entries(kinds).map(([kind, make]) => [kind, Array.from({ length: QUERIES }, make)] as const);

async function measure(url: string): Promise<Map<string, number[]>> {
  const { orm, kysely, dialect, close } = await openDatabase({ url, entities });
  // As autovacuum does after a while.
  await sql.raw(dialect === 'postgres' ? 'vacuum analyze' : 'analyze').execute(kysely);
  const clock = { now: () => Date.UTC(2026, 4, 21), monotonic: () => performance.now() };
  const readers = { owner: kysely, visitors: kysely };
  const times = new Map<string, number[]>();
  for (const [kind, all] of queries) {
    const own: number[] = [];
    for (const q of all) {
      const ctx = { em: orm.em.fork(), clock, readers, session: null } as unknown as CallContext;
      let best = Infinity;
      for (let time = 0; time < TIMES; time++) {
        const begun = performance.now();
        await searchPosts(ctx, { q, page: 1, pageSize: 10 });
        best = Math.min(best, performance.now() - begun);
      }
      own.push(best);
    }
    own.sort((a, b) => a - b);
    times.set(kind, own);
    console.log(`${kind}: ${figure(own[QUERIES >> 1])} ms`);
  }
  await close();
  return times;
}

await inWorkshop(async (folder) => {
  const database = file ?? join(folder, 'search.db');
  if (!existsSync(database)) console.log(await seed(database, Number(posts), false));
  const engines: [name: string, url: string][] = [['SQLite', `sqlite:${database}`]];
  if (postgres !== undefined) {
    await copyDatabase(`sqlite:${database}`, postgres, () => {}).catch((error: unknown) => console.log(String(error)));
    engines.push(['PostgreSQL', postgres]);
  }
  const measured: { name: string; times: Map<string, number[]> }[] = [];
  for (const [name, url] of engines) measured.push({ name, times: await measure(url) });
  const rows = queries.map(([kind]) => [
    kind,
    ...measured.flatMap(({ times }) => {
      const own = times.get(kind)!;
      return [own[own.length >> 1], own[Math.floor(own.length * 0.95)], own.at(-1)].map(figure);
    }),
  ]);
  const head = ['', ...measured.flatMap(({ name }) => [`${name}, median`, '95 %', 'longest'])];
  const text = `Milliseconds of a search over ${Number(posts).toLocaleString('en-US')} posts, ${QUERIES} different queries of each kind, the best of ${TIMES} runs of each.`;
  await publish('search', { title: 'Searches of a large blog', sections: [text, table(head, rows)] }, { keep: !trial });
});
