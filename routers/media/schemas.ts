import { z } from 'zod';

import { cleanString, existingId, moment, ok, pageNumber, pageSize, paging, searchTerm } from '../schemas.ts';
import { hasCredentials } from '../url-credentials.ts';

const link = z
  .string()
  .trim()
  .max(2000)
  .refine(isLink, { error: 'must be an http or https address; inline data is not taken', abort: true })
  .refine((text) => !hasCredentials(text), {
    error: 'must not hold a user name or password, which every reader could see; remove the part before "@"',
  })
  .meta({ override: { type: 'string', maxLength: 2000, format: 'uri' } });

const texts = { name: cleanString(0, 200, { visible: true }).optional(), alt: cleanString(0, 500).optional() };
const kind = z.enum(['image', 'video', 'audio', 'file']);

export const addInput = z.object({ url: link, ...texts });
export const listInput = z.object({
  page: pageNumber(),
  pageSize: pageSize(),
  kind: kind.optional(),
  search: searchTerm.optional().meta({ description: 'Part of name, alt or address, whatever its case.' }),
});
export const idInput = z.object({ id: existingId });
export const updateInput = idInput.extend(texts);

const media = z
  .object({
    id: z.string(),
    url: z.string(),
    name: z.string(),
    alt: z.string(),
    kind,
    createdAt: moment,
  })
  .meta({ id: 'Media' });

export const oneMedia = z.object({ ok, media });
export const mediaList = z.object({ ok, media: z.array(media), ...paging });
export const useList = z.object({
  ok,
  posts: z
    .array(
      z.object({
        id: z.string().meta({ examples: ['first-light'] }),
        title: z.string(),
        where: z.enum(['content', 'cover']),
      }),
    )
    .meta({ description: 'The newest first, 200 at most; a post that shows it in both places is there twice.' }),
});
export const removed = z.object({ ok, id: z.string() });

export type AddInput = z.output<typeof addInput>;
export type UpdateInput = z.output<typeof updateInput>;
export type UseShape = z.output<typeof useList>['posts'][number];
export type ListInput = z.output<typeof listInput>;
export type MediaShape = z.output<typeof media>;

function isLink(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- what a browser would silently take out of an address
  return !/[\p{Cs}\u0000-\u0020\u007f]/u.test(text) && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
