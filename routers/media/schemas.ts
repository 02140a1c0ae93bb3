import { z } from 'zod';

import { cleanString, existingId, moment, ok, pageNumber, pageSize, paging } from '../schemas.ts';

const link = z
  .string()
  .trim()
  .max(2000)
  .refine(isLink, { error: 'must be an http or https address; inline data is not taken' })
  .meta({ override: { type: 'string', maxLength: 2000, format: 'uri' } });

export const addInput = z.object({
  url: link,
  name: cleanString(0, 200).optional(),
  alt: cleanString(0, 500).optional(),
});
export const listInput = z.object({ page: pageNumber(), pageSize: pageSize() });
export const idInput = z.object({ id: existingId });

const media = z
  .object({
    id: z.string(),
    url: z.string(),
    name: z.string(),
    alt: z.string(),
    kind: z.enum(['image', 'video', 'audio', 'file']),
    createdAt: moment,
  })
  .meta({ id: 'Media' });

export const oneMedia = z.object({ ok, media });
export const mediaList = z.object({ ok, media: z.array(media), ...paging });
export const removed = z.object({ ok, id: z.string() });

export type AddInput = z.output<typeof addInput>;
export type ListInput = z.output<typeof listInput>;
export type MediaShape = z.output<typeof media>;

function isLink(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- what a browser would silently take out of an address
  return !/[\p{Cs}\u0000-\u0020\u007f]/u.test(text) && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
