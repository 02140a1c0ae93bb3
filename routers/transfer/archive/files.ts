import { kyselyOf } from '../../../entities/kysely.ts';
import type { CallContext } from '../../core/context.ts';

/** Where the library has files, by their paths or the same bytes; null for those that it does not have. */
export async function findFiles(
  ctx: CallContext,
  files: readonly { path: string; hash: string }[],
): Promise<(string | null)[]> {
  const paths = files.map(({ path }) => path);
  const hashes = files.map(({ hash }) => hash);
  const rows = await kyselyOf(ctx.em)
    .selectFrom('media')
    .select(['path', 'hash'])
    .where(({ or, eb }) => or([eb('path', 'in', paths), eb('hash', 'in', hashes)]))
    .execute();
  return files.map(
    ({ path, hash }) => (rows.find((row) => row.path === path) ?? rows.find((row) => row.hash === hash))?.path ?? null,
  );
}
