import { z } from 'zod';

import { postId } from '../posts/schemas.ts';
import { cleanString, existingId, ok, pageNumber, pageSize, paging, searchTerm, timestamp } from '../schemas.ts';
import { hasCredentials } from '../url-credentials.ts';

const link = z
  .string()
  .trim()
  .max(2000)
  .refine(isLink, { error: 'must be an http or https URL; data: URLs are not allowed', abort: true })
  .refine((text) => !hasCredentials(text), {
    error: 'must not contain a user name or password, which every reader could see; remove the part before "@"',
  })
  .meta({
    override: { type: 'string', maxLength: 2000, format: 'uri' },
    description: 'The URL of the file.',
    examples: ['https://pictures.example/harbour.jpg'],
  });

const name = { description: 'A name to find it by.', examples: ['Harbour'] };
const alt = {
  description: 'Alternative text for people who cannot see the image.',
  examples: ['The harbour in the morning'],
};
const texts = {
  name: cleanString(0, 200, { visible: true }).optional().meta(name),
  alt: cleanString(0, 500).optional().meta(alt),
};
const kind = z.enum(['image', 'video', 'audio', 'file']).meta({ description: 'Derived from the URL.' });
const id = { description: 'The id of the file, m-…', examples: ['m-0mm5lxs00a1b2c3d4e5f60718'] };

export const addInput = z.object({ url: link, ...texts });
export const listInput = z.object({
  page: pageNumber(),
  pageSize: pageSize(),
  kind: kind.optional(),
  search: searchTerm
    .optional()
    .meta({ description: 'Files that contain this text in name, alt or URL; case does not matter.' }),
});
export const idInput = z.object({ id: existingId.meta(id) });
export const updateInput = idInput.extend(texts);

const media = z
  .object({
    id: z.string().meta(id),
    url: z.string().meta({ description: 'The URL of the file.', examples: ['https://pictures.example/harbour.jpg'] }),
    name: z.string().meta(name),
    alt: z.string().meta(alt),
    kind,
    createdAt: timestamp('When it was added.'),
  })
  .meta({ id: 'Media' });

export const oneMedia = z.object({ ok, media });
export const mediaList = z.object({ ok, media: z.array(media).meta({ description: 'The newest first.' }), ...paging });
export const useList = z.object({
  ok,
  posts: z
    .array(
      z.object({
        id: postId,
        title: z.string().meta({ description: 'The title of the post.', examples: ['First light'] }),
        where: z.enum(['content', 'cover']).meta({ description: 'Where the post uses the file.' }),
      }),
    )
    .meta({ description: 'The newest first, at most 200. A post that uses the file in both places is listed twice.' }),
});
export const removed = z.object({ ok, id: z.string().meta(id) });

export type AddInput = z.output<typeof addInput>;
export type UpdateInput = z.output<typeof updateInput>;
export type UseShape = z.output<typeof useList>['posts'][number];
export type ListInput = z.output<typeof listInput>;
export type MediaShape = z.output<typeof media>;

function isLink(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- characters that browsers strip from URLs
  return !/[\p{Cs}\u0000-\u0020\u007f]/u.test(text) && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
