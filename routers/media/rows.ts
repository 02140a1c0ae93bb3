import { kyselyOf } from '../../entities/kysely.ts';
import type { CallContext } from '../core/context.ts';
import { appError, type AppError } from '../base/errors.ts';
import type { MediaShape } from './schemas.ts';

/** The columns of a record. */
export const mediaColumns = [
  'id',
  'url',
  'name',
  'alt',
  'kind',
  'created_at as createdAt',
  'path',
  'mime',
  'bytes',
  'width',
  'height',
  'sizes',
  'focus',
] as const;

/** A record as it is stored. */
export type MediaRow = Omit<MediaShape, 'mime' | 'bytes' | 'sizes' | 'focus'> & {
  path: string | null;
  mime: string | null;
  bytes: number | null;
  sizes: string | null;
  focus: string | null;
};

/**
 * A record as it is stored: the URL of an uploaded file begins with `/media/`.
 *
 * @throws NOT_FOUND
 */
export async function mediaRow(ctx: CallContext, id: string): Promise<MediaRow> {
  const media = await kyselyOf(ctx.em).selectFrom('media').select(mediaColumns).where('id', '=', id).executeTakeFirst();
  if (!media) throw mediaNotFound();
  return media;
}

export function mediaNotFound(): AppError {
  return appError('NOT_FOUND', 'There is no media record with this id.');
}
