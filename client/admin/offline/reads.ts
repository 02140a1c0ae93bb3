import { ownName } from '../place.ts';
import { deviceDatabase } from '../device/device-database.ts';
import { session } from '../session/session.ts';

const database = deviceDatabase(ownName('octavo-reads'), 'reads', { indexes: ['at'] });
/** The number of kept reads; the oldest are deleted. */
const MAX_READS = 300;

/** The data of a query, and when it was read, in milliseconds since 1970. */
interface Read {
  at: number;
  data: unknown;
}

/**
 * Stores the data of a query until the session ends, unless newer data is stored. A failure is ignored.
 *
 * @param hash of the query
 * @param token of the session
 * @param at when it was read, in milliseconds since 1970
 */
export function keepRead(hash: string, data: unknown, token: string | null, at = Date.now()): Promise<void> {
  return database
    .transact('readwrite', (store) => {
      if (session.state() !== 'in' || session.token() !== token) return;
      const kept = store.get(hash) as IDBRequest<Read | undefined>;
      kept.addEventListener('success', () => {
        if (kept.result === undefined || kept.result.at <= at) store.put({ at, data } satisfies Read, hash);
      });
      for (const id of protectedIn(data)) forgetPlainText(store, id);
      const count = store.count();
      count.addEventListener('success', () => deleteOldest(store, count.result - MAX_READS));
    })
    .catch(() => undefined);
}

/** The stored data of a query; undefined if there is none. */
export async function findRead(hash: string): Promise<unknown> {
  let found: IDBRequest<Read | undefined> | undefined;
  await database
    .transact('readonly', (store) => (found = store.get(hash) as IDBRequest<Read | undefined>))
    .catch(() => undefined);
  return found?.readyState === 'done' && found.error === null ? found.result?.data : undefined;
}

/** Erases everything: the session has ended, or a text that may be kept has become a protected one. */
export function forgetReads(): Promise<void> {
  return database.transact('readwrite', (store) => store.clear()).catch(() => undefined);
}

/** The key of the query with which the editor reads a post. */
export function editorKey(id: string): readonly string[] {
  return ['editor', 'post', id];
}

/** The protected posts of a list. */
function protectedIn(data: unknown): string[] {
  const { posts = [] } = (data ?? {}) as { posts?: { id: string; protected: number }[] };
  return posts.filter((post) => post.protected === 1).map(({ id }) => id);
}

/** Deletes the text that was read before the post was protected. */
function forgetPlainText(store: IDBObjectStore, id: string): void {
  const hash = JSON.stringify(editorKey(id));
  const found = store.get(hash) as IDBRequest<{ data: { post: { enc: unknown } } } | undefined>;
  found.addEventListener('success', () => {
    if (found.result?.data.post.enc === null) store.clear();
  });
}

function deleteOldest(store: IDBObjectStore, excess: number): void {
  if (excess <= 0) return;
  const oldest = store.index('at').getAllKeys(null, excess);
  oldest.addEventListener('success', () => oldest.result.forEach((key) => store.delete(key)));
}
