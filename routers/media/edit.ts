import { kyselyOf } from '../../entities/kysely.ts';
import type { CallContext, ImageEdit } from '../core/context.ts';
import { recordTag } from '../data/record.ts';
import { appError } from '../base/errors.ts';
import { uploadTag } from './files.ts';
import { readFocus, storeFocus, type Focus } from './focus.ts';
import { noteUploadHost } from './hosts.ts';
import { getMedia } from './media.ts';
import { mediaNotFound, mediaRow } from './rows.ts';
import type { EditInput, MediaShape } from './schemas.ts';

const EDITABLE: readonly (string | null)[] = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'];

/** Whether an edit makes a new file, and not only moves the focal point. */
export function makesFile({ crop, rotate }: Pick<EditInput, 'crop' | 'rotate'>): boolean {
  return crop !== undefined || rotate !== undefined;
}

/**
 * Crops and turns an uploaded image into a new file with the same texts, or changes its focal point. Posts keep the
 * original.
 *
 * @throws NOT_FOUND, UNSUPPORTED_FILE_TYPE, PAYLOAD_TOO_LARGE, SERVICE_UNAVAILABLE
 */
export async function editMedia(ctx: CallContext, { id, focus, ...edit }: EditInput): Promise<MediaShape> {
  const { path, mime, name, alt, focus: stored } = await mediaRow(ctx, id);
  if (path === null || !EDITABLE.includes(mime)) {
    throw appError('UNSUPPORTED_FILE_TYPE', 'Only uploaded JPEG, PNG, WebP and AVIF images can be edited.');
  }
  if (!makesFile(edit)) {
    await moveFocus(ctx, id, focus!);
    return getMedia(ctx, id);
  }
  const changes: ImageEdit = { crop: edit.crop, rotate: edit.rotate ?? 0 };
  const known = focus ?? readFocus(stored);
  const moved = known && focusAfter(known, changes);
  const image = { path, name, alt, focus: moved };
  const made = await ctx.editImage(image, changes, ctx.caller!.id);
  // The same edit may have made this file before.
  if (focus && moved) await moveFocus(ctx, made, moved);
  await noteUploadHost(ctx);
  return getMedia(ctx, made);
}

/** Pages that show the file are rendered again. */
async function moveFocus(ctx: CallContext, id: string, focus: Focus): Promise<void> {
  await ctx.em.fork().transactional(async (tx) => {
    const changed = kyselyOf(tx)
      .updateTable('media')
      .set({ focus: storeFocus(focus) })
      .where('id', '=', id);
    const row = await changed.returning('path').executeTakeFirst();
    if (!row) throw mediaNotFound();
    if (row.path !== null) recordTag(tx, uploadTag(row.path));
  });
}

/** Where a point of an image is in its edited copy; null where that does not show it. */
export function focusAfter(focus: Focus, { crop, rotate }: ImageEdit): Focus | null {
  const { x: left, y: top, width, height } = crop ?? { x: 0, y: 0, width: 1, height: 1 };
  const [x, y] = [share((focus.x - left) / width), share((focus.y - top) / height)];
  if (x < 0 || x > 1 || y < 0 || y > 1) return null;
  if (rotate === 90) return { x: share(1 - y), y: x };
  if (rotate === 180) return { x: share(1 - x), y: share(1 - y) };
  return rotate === 270 ? { x: y, y: share(1 - x) } : { x, y };
}

/** Without the errors of binary fractions, such as 0.30000000000000004. */
function share(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
