import { z } from 'zod';

import {
  cleanString,
  count,
  existingId,
  ok,
  pageNumber,
  pageSize,
  paging,
  searchTerm,
  timestamp,
  postId,
} from '../base/schemas.ts';
import { hasCredentials } from '../base/url-credentials.ts';
import { fetchStates } from '../../entities/media-fetch.ts';
import { settingsWithUrls } from './setting-urls.ts';

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
/** The owner's texts about a file. */
export const texts = {
  name: cleanString(0, 200, { visible: true }).optional().meta(name),
  alt: cleanString(0, 500).optional().meta(alt),
};
const kind = z
  .enum(['image', 'video', 'audio', 'file'])
  .meta({ description: 'Of an upload by its content, of a link by its URL.' });
const id = { description: 'The id of the file, m-…', examples: ['m-0mm5lxs00a1b2c3d4e5f60718'] };

export const addInput = z.object({ url: link, ...texts });
const pendingPosts = count(
  'Number of posts whose texts are still to be searched for uses, after an upgrade or a large import; ask again later.',
  0,
);

export const listInput = z.object({
  page: pageNumber(),
  pageSize: pageSize(),
  kind: kind.optional(),
  search: searchTerm
    .optional()
    .meta({ description: 'Files that contain this text in name, alt or URL; case does not matter.' }),
  unused: z
    .int()
    .min(0)
    .max(1)
    .optional()
    .meta({
      description: '1: files and links that neither a post, a cover, a working copy nor a setting uses.',
      examples: [0],
    }),
});
export const idInput = z.object({ id: existingId.meta(id) });
export const updateInput = idInput.extend(texts);

const share = z.number().min(0).max(1);
/** A point of an image. */
export const point = z
  .object({
    x: share.meta({ description: 'From the left edge, as a share of the width.', examples: [0.5] }),
    y: share.meta({ description: 'From the upper edge, as a share of the height.', examples: [0.25] }),
  })
  .meta({ id: 'FocalPoint' });

const media = z
  .object({
    id: z.string().meta(id),
    url: z.string().meta({ description: 'The URL of the file.', examples: ['https://pictures.example/harbour.jpg'] }),
    name: z.string().meta(name),
    alt: z.string().meta(alt),
    kind,
    createdAt: timestamp('When it was added.'),
    focus: point
      .nullable()
      .meta({ description: 'The point that stays visible where the image is cropped; null until one is chosen.' }),
    mime: z
      .string()
      .optional()
      .meta({ description: 'The media type of an uploaded file; links have none of these.', examples: ['image/jpeg'] }),
    bytes: z
      .int()
      .optional()
      .meta({ description: 'Its size.', examples: [204800] }),
    width: side('Width', 1600),
    height: side('Height', 1200),
    sizes: z
      .array(z.int())
      .optional()
      .meta({
        description: 'The widths of its smaller versions that exist: `…-640.webp` beside `….jpg`.',
        examples: [[320, 640, 960, 1280]],
      }),
  })
  .meta({ id: 'Media' });

function side(name: string, example: number) {
  return z
    .int()
    .nullable()
    .optional()
    .meta({ description: `${name} in pixels; null where there is none.`, examples: [example] });
}

export const oneMedia = z.object({ ok, media });
export const mediaList = z.object({
  ok,
  media: z.array(media).meta({ description: 'The newest first.' }),
  ...paging,
  pendingPosts: pendingPosts.optional(),
});
export const useList = z.object({
  ok,
  posts: z
    .array(
      z.object({
        id: postId,
        title: z.string().meta({ description: 'The title of the post.', examples: ['First light'] }),
        where: z
          .enum(['content', 'cover', 'workingCopy'])
          .meta({ description: 'Where the post uses the file; `workingCopy`: in the text or cover of that.' }),
      }),
    )
    .meta({ description: 'The newest first, at most 200. A post is listed once for each place.' }),
  settings: z.array(z.enum(settingsWithUrls)).meta({ description: 'The settings that use the file.', examples: [[]] }),
  total: count('Number of posts that use the file, hidden ones included.', 1),
  hidden: count(
    'Number of those that are not listed, because an API key without the scope `drafts` does not see them.',
    0,
  ),
  pendingPosts,
  encryptedPosts: count('Number of protected posts: what their texts use is not known, only their covers.', 0),
});
const fetchId = { description: 'The id of the fetch, mf-…', examples: ['mf-0mm5lxs00a1b2c3d4e5f60718'] };

export const fetchInput = z.object({
  urls: z
    .array(link)
    .min(1)
    .max(500)
    .meta({ description: 'The files to fetch; each is fetched once.', examples: [['https://old.example/a.jpg']] }),
});
export const fetchIdInput = z.object({ id: existingId.meta(fetchId) });
export const fetchStarted = z.object({ ok, id: z.string().meta(fetchId) });
export const fetchState = z.object({
  ok,
  state: z.enum(fetchStates).meta({ description: 'Whether it runs, has ended, or was cancelled.' }),
  done: count('Number of URLs that were fetched or refused.', 1),
  total: count('Number of URLs.', 2),
  results: z
    .array(
      z.object({
        url: z.string().meta({ description: 'As it was sent.', examples: ['https://old.example/a.jpg'] }),
        media: media.optional().meta({ description: 'The file in the library.' }),
        error: z
          .string()
          .optional()
          .meta({
            description: 'Why there is none, as a sentence.',
            examples: ['The server answered 404: there is no such file.'],
          }),
      }),
    )
    .meta({ description: 'The results until now, in the order of the request.' }),
});

export const removed = z.object({ ok, id: z.string().meta(id) });

export type AddInput = z.output<typeof addInput>;
export type UpdateInput = z.output<typeof updateInput>;
export type UseList = z.output<typeof useList>;
export type ListInput = z.output<typeof listInput>;
export type MediaShape = z.output<typeof media>;

function isLink(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- characters that browsers strip from URLs
  return !/[\p{Cs}\u0000-\u0020\u007f]/u.test(text) && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
