import type { Kysely } from 'kysely';

import type { Tables } from '../../../entities/index.ts';
import { sizePath } from '../../../routers/data/files/size-paths.ts';

/** An uploaded file of the library. */
export interface LibraryFile {
  /** Of its row. */
  key: number;
  path: string;
  /** The widths of its smaller versions; null until they are made. */
  widths: readonly number[] | null;
}

/** Rows that are read at a time. */
const BATCH_SIZE = 1000;

/** The uploaded files of the library, the oldest first. */
export async function* libraryFiles(db: Kysely<Tables>): AsyncGenerator<LibraryFile> {
  const files = db.selectFrom('media').select(['key', 'path', 'sizes']).where('path', 'is not', null).orderBy('key');
  for (let last = 0, isMore = true; isMore;) {
    const rows = await files.where('key', '>', last).limit(BATCH_SIZE).execute();
    for (const { key, path, sizes } of rows) {
      yield { key, path: path!, widths: sizes === null ? null : (JSON.parse(sizes) as number[]) };
    }
    last = rows.at(-1)?.key ?? last;
    isMore = rows.length === BATCH_SIZE;
  }
}

/** The paths of a file and of the smaller versions that it has. */
export function storedPaths({ path, widths }: LibraryFile): string[] {
  return [path, ...(widths ?? []).map((width) => sizePath(path, width))];
}
