import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';

import { kyselyOf } from '../../../entities/kysely.ts';
import type { Clock } from '../../../routers/base/clock.ts';
import { inBackground } from '../../../routers/base/defects.ts';
import { noteUnmeasured } from '../../../routers/media/pictures/unmeasured.ts';
import { prepareQuery } from '../../../routers/base/prepare-query.ts';
import type { Shown, TocEntry } from './rendered.ts';

/** The rendered HTML of posts in the database, shared by all processes. */
export interface Renderings {
  /**
   * @param id the post
   * @param madeFrom a hash of all inputs
   */
  find(id: string, madeFrom: string): Promise<Shown | null>;
  /** Stores the HTML, soon, while the post has this text and is not protected. */
  keep(id: string, madeFrom: string, markdown: string, shown: Shown): Promise<void>;
}

const findRendering = prepareQuery((db, { id, madeFrom }: { id: string; madeFrom: string }) =>
  db
    .selectFrom('renderings')
    .innerJoin('posts', 'posts.key', 'renderings.post_key')
    .select(['renderings.html', 'renderings.toc', 'renderings.words', 'renderings.too_complex'])
    .where('posts.slug', '=', id)
    .where('renderings.made_from', '=', madeFrom),
);

/**
 * Milliseconds for which results wait on SQLite for others, to be stored in the same transaction: each takes a sync of the
 * disk.
 */
const TOGETHER = 200;
/** The most results in a transaction. */
const MOST = 20;

/** @param em to fork from */
export function createRenderings(
  { em, clock }: { em: SqlEntityManager; clock: Clock },
  dialect: 'sqlite' | 'postgres',
): Renderings {
  const waiting: { rendering: NewRendering; stored: PromiseWithResolvers<void> }[] = [];

  async function store(some: readonly NewRendering[]): Promise<void> {
    await em.fork().transactional(async (tx) => {
      for (const one of some) {
        const key = await insert(tx, dialect, one);
        if (key !== undefined) await noteUnmeasured(tx, clock, key, one.shown.html);
      }
    });
  }

  async function storeWaiting(): Promise<void> {
    const some = waiting.splice(0, MOST);
    if (waiting.length > 0) later();
    try {
      await store(some.map(({ rendering }) => rendering));
      for (const { stored } of some) stored.resolve();
    } catch (error) {
      for (const { stored } of some) stored.reject(error);
    }
  }

  function later(): void {
    setTimeout(() => inBackground(storeWaiting()), TOGETHER).unref();
  }

  return {
    async find(id, madeFrom) {
      const [row] = await findRendering(em.fork(), { id, madeFrom });
      if (!row) return null;
      const { html, toc, words, too_complex } = row;
      return { html, toc: JSON.parse(toc) as TocEntry[], words, tooComplex: too_complex === 1 };
    },
    keep(id, madeFrom, markdown, shown) {
      // Together, transactions of PostgreSQL could wait for each other's posts.
      if (dialect === 'postgres') return store([{ id, madeFrom, markdown, shown }]);
      const stored = Promise.withResolvers<void>();
      if (waiting.length === 0) later();
      waiting.push({ rendering: { id, madeFrom, markdown, shown }, stored });
      return stored.promise;
    },
  };
}

interface NewRendering {
  id: string;
  madeFrom: string;
  markdown: string;
  shown: Shown;
}

/** Returns the key of the post; undefined if the post has changed or the HTML is already stored. */
async function insert(
  tx: SqlEntityManager,
  dialect: 'sqlite' | 'postgres',
  { id, madeFrom, markdown, shown: { html, toc, words, tooComplex } }: NewRendering,
): Promise<number | undefined> {
  const values = [madeFrom, html, JSON.stringify(toc), words, tooComplex ? 1 : 0].map((value) =>
    typeof value === 'number' ? sql`cast(${value} as integer)` : sql`${value}`,
  );
  const inserted = await kyselyOf(tx)
    .insertInto('renderings')
    .columns(['post_key', 'made_from', 'html', 'toc', 'words', 'too_complex'])
    .expression((from) => {
      const post = from
        .selectFrom('posts')
        .select(['posts.key', ...values.map((value, at) => value.as(`value_${at}`))])
        .where('posts.slug', '=', id)
        .where('posts.protected', '=', 0)
        .where('posts.content', '=', markdown);
      // Waits for concurrent changes of the post. SQLite serialises writes anyway.
      return dialect === 'postgres' ? post.forShare() : post;
    })
    .onConflict((conflict) =>
      conflict
        .column('post_key')
        .doUpdateSet(({ ref }) => ({
          made_from: ref('excluded.made_from'),
          html: ref('excluded.html'),
          toc: ref('excluded.toc'),
          words: ref('excluded.words'),
          too_complex: ref('excluded.too_complex'),
        }))
        .whereRef('renderings.made_from', '<>', 'excluded.made_from' as never),
    )
    .returning('post_key')
    .executeTakeFirst();
  return inserted?.post_key;
}
