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
import { hasCredentials } from '../../shared/link-targets.ts';
import { REVEALS_CREDENTIALS } from '../data/settings/public-urls.ts';
import { settingsWithUrls } from './setting-urls.ts';

/** The URL of a file. */
export const link = z
  .string()
  .trim()
  .max(2000)
  .refine(isLink, { error: 'must be an http or https URL; data: URLs are not allowed', abort: true })
  .refine((text) => !hasCredentials(text), { error: REVEALS_CREDENTIALS })
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

/** What rounding may add to a sum of shares. */
const ROUNDING = 1e-9;
const side = z
  .number()
  .max(1)
  .refine((length) => length > 0, { error: 'must be more than 0' });
const crop = z
  .object({
    x: share.meta({ description: 'The left edge.', examples: [0.1] }),
    y: share.meta({ description: 'The upper edge.', examples: [0.1] }),
    width: side.meta({
      override: { type: 'number', exclusiveMinimum: 0, maximum: 1 },
      description: 'Its width.',
      examples: [0.8],
    }),
    height: side.meta({
      override: { type: 'number', exclusiveMinimum: 0, maximum: 1 },
      description: 'Its height.',
      examples: [0.5],
    }),
  })
  .refine(({ x, width }) => x + width <= 1 + ROUNDING, {
    error: 'must end within the image: x and width add up to at most 1',
  })
  .refine(({ y, height }) => y + height <= 1 + ROUNDING, {
    error: 'must end within the image: y and height add up to at most 1',
  })
  .meta({ description: 'The part to keep, as shares of the width and height of the upright image.' });
export const editInput = idInput
  .extend({
    crop: crop.optional(),
    rotate: z
      .union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)], { error: 'must be 0, 90, 180 or 270' })
      .optional()
      .meta({ description: 'Degrees to turn the image by, clockwise and after the crop.', examples: [90] }),
    focus: point.optional().meta({ description: 'The focal point, within the crop, as shares of the upright image.' }),
  })
  .refine(({ crop, rotate, focus }) => (crop ?? rotate ?? focus) !== undefined, {
    error: 'changes nothing; send crop, rotate or focus',
  })
  .refine(({ crop, focus }) => !crop || !focus || isWithin(focus, crop), {
    error: 'must be within the crop',
    path: ['focus'],
  });

/** A file of the library. */
export const media = z
  .object({
    id: z.string().meta(id),
    url: z.string().meta({ description: 'The URL of the file.', examples: ['https://pictures.example/harbour.jpg'] }),
    name: z.string().meta(name),
    alt: z.string().meta(alt),
    kind,
    createdAt: timestamp('When it was added.'),
    focus: point.nullable().optional().meta({
      description:
        'The point that stays visible where the image is cropped; null until one is chosen. Absent in the response to a new link.',
    }),
    mime: z
      .string()
      .optional()
      .meta({ description: 'The media type of an uploaded file; links have none of these.', examples: ['image/jpeg'] }),
    bytes: z
      .int()
      .optional()
      .meta({ description: 'Its size.', examples: [204800] }),
    width: sideOf('Width', 1600),
    height: sideOf('Height', 1200),
    sizes: z
      .array(z.int())
      .optional()
      .meta({
        description: 'The widths of its smaller versions that exist: `…-640.webp` beside `….jpg`.',
        examples: [[320, 640, 960, 1280]],
      }),
  })
  .meta({ id: 'Media' });

function sideOf(name: string, example: number) {
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
          .enum(['content', 'cover', 'shareImage', 'workingCopy'])
          .meta({ description: 'Where the post uses the file; `workingCopy`: in the text or an image of that.' }),
      }),
    )
    .meta({ description: 'The newest first, at most 200. A post is listed once for each place.' }),
  settings: z.array(z.enum(settingsWithUrls)).meta({ description: 'The settings that use the file.', examples: [[]] }),
  authors: z
    .array(
      z.object({
        id: z.string().meta({ description: 'The id of the author.', examples: ['ada'] }),
        name: z.string().meta({ description: 'The name.', examples: ['Ada'] }),
      }),
    )
    .meta({ description: 'The authors with it as their picture, or in their links.' }),
  names: z
    .array(
      z.object({
        kind: z.enum(['tag', 'category']).meta({ description: 'What it is.' }),
        name: z.string().meta({ description: 'The name.', examples: ['Travel'] }),
      }),
    )
    .meta({ description: 'The tags and categories with it as their picture.' }),
  total: count('Number of posts that use the file, hidden ones included.', 1),
  hidden: count(
    'Number of those that are not listed, because an API key without the scope `drafts` does not see them.',
    0,
  ),
  pendingPosts,
  encryptedPosts: count('Number of protected posts: what their texts use is not known, only their images.', 0),
});
export const removed = z.object({ ok, id: z.string().meta(id) });

export type AddInput = z.output<typeof addInput>;
export type EditInput = z.output<typeof editInput>;
export type UpdateInput = z.output<typeof updateInput>;
export type UseList = z.output<typeof useList>;
export type ListInput = z.output<typeof listInput>;
export type MediaShape = z.output<typeof media>;

function isWithin({ x, y }: { x: number; y: number }, area: z.output<typeof crop>): boolean {
  return x >= area.x && x <= area.x + area.width && y >= area.y && y <= area.y + area.height;
}

function isLink(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- characters that browsers strip from URLs
  return !/[\p{Cs}\u0000-\u0020\u007f]/u.test(text) && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
