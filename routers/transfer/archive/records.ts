import { z } from 'zod';

import { addInput as mediaInput, point } from '../../media/schemas.ts';
import { enc } from '../../posts/answers.ts';
import { dayInput, inputFields, timestampInput } from '../../base/field-schemas.ts';
import { renameInput } from '../../posts/schemas.ts';
import { flag, LARGEST_VERSION, postId } from '../../base/schemas.ts';
import { isThreadId } from '../../../shared/thread-address.ts';
import { createInput as authorInput, newAuthorId } from '../../taxonomy/authors/schemas.ts';
import { describeInput } from '../../taxonomy/schemas.ts';
import { storable } from '../../base/text.ts';
import { saveInput } from '../../working-copies/schemas.ts';
import { importComment, importItem, path } from '../schemas.ts';

/** The highest version that an archive may have: half of all that the database can count to, so that writes go on. */
export const LAST_VERSION = Math.floor(LARGEST_VERSION / 2);

const time = timestampInput().refine((text) => text !== null, { error: 'must be a time' });
const whole = z.int().min(0).max(LARGEST_VERSION);
const version = z.int().min(1).max(LAST_VERSION);
const slug = renameInput.shape.newId;
const prefixedId = (prefix: string) => z.string().regex(new RegExp(`^${prefix}-[0-9a-zA-Z]{1,60}$`));
const key = path.nullable();
const text = (max: number) => z.string().max(max).transform(storable);

/** A post of an archive, as it is stored. */
export const archivedPost = importItem.omit({ password: true, wasScheduled: true }).extend({
  authors: inputFields.authors.optional(),
  id: z.union([slug, z.string().refine(isThreadId, { error: 'must be the id of a thread' })]),
  /** The page of another site whose comments it has. */
  thread: z.object({ site: text(300), address: text(2500) }).optional(),
  version,
  created_at: time,
  updated_at: time,
  automaticExcerpt: z.boolean(),
  automaticId: z.boolean(),
  sourceKey: key,
  sourceState: text(100).nullable(),
  formerIds: z.array(slug).max(10_000),
  aliases: z.array(path).max(10_000),
  views: whole,
  likes: whole,
  days: z
    .array(
      z.object({
        day: dayInput(),
        views: whole,
        likes: whole,
        botViews: whole.default(0),
        visitors: whole.default(0),
      }),
    )
    .max(100_000),
});

/** The fields that archives of every version have. */
const firstFields = {
  title: true,
  date: true,
  excerpt: true,
  cover: true,
  pinned: true,
  protected: true,
  tags: true,
  category: true,
  author: true,
  status: true,
  publishAt: true,
  content: true,
} as const;

/** An earlier version of a post. */
export const archivedRevision = z.object(inputFields).partial().required(firstFields).extend({
  post: postId,
  version,
  savedAt: time,
  automaticExcerpt: z.boolean(),
  enc: enc.nullish(),
});

/** Unpublished changes of a post. */
export const archivedCopy = z.object({
  post: postId,
  baseVersion: whole,
  fields: saveInput.shape.fields,
  savedAt: time,
});

/** A comment, on a post or in a section of the guestbook. */
export const archivedComment = z.object({
  id: prefixedId('c'),
  post: z.string(),
  parent: prefixedId('c').nullable(),
  author: importComment.shape.author,
  content: importComment.shape.content,
  created_at: time,
  status: z.enum(['approved', 'pending']),
  heldBecause: z.enum(['moderation', 'first', 'suspicious', 'administrator']).nullable(),
  likes: whole,
  pinned: flag,
  featured: flag,
  owner: flag,
  /** 1 for Markdown; archives from before 2.27.0 have only plain comments. */
  markdown: flag.optional(),
  sourceKey: key,
});

/** A record of the media library without its file: a link, or what belongs to an uploaded file. */
const record = {
  id: prefixedId('m'),
  name: text(1000),
  alt: text(1000),
  created_at: time,
};
export const archivedLink = z.object({
  ...record,
  url: mediaInput.shape.url,
  kind: z.enum(['image', 'video', 'audio', 'file']),
});
export const archivedFile = z.object({
  ...record,
  path: z.string().regex(/^\d{4}\/\d{2}\/[a-z0-9-]+-[0-9a-f]{8}\.[a-z0-9]{2,4}$/),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  focus: point.nullish(),
  formerPaths: z.array(z.string().regex(/^\d{4}\/\d{2}\/[a-z0-9-]+\.[a-z0-9]{2,4}$/)).max(1000),
});

/** The measured size of an image of another host. */
export const archivedSize = z.object({
  urlHash: z.string().regex(/^[0-9a-f]{64}$/),
  width: z.int().min(1).max(100_000),
  height: z.int().min(1).max(100_000),
});

/** An author with a page. */
export const archivedAuthor = authorInput.extend({ id: newAuthorId, created_at: time });

/** A tag or category with its description, picture, colour, and the names that it had before. */
export const archivedName = describeInput.extend({ formerNames: z.array(describeInput.shape.name).max(10_000) });

export type ArchivedPost = z.output<typeof archivedPost>;
export type ArchivedRevision = z.output<typeof archivedRevision>;
export type ArchivedCopy = z.output<typeof archivedCopy>;
export type ArchivedComment = z.output<typeof archivedComment>;
export type ArchivedLink = z.output<typeof archivedLink>;
export type ArchivedFile = z.output<typeof archivedFile>;
export type ArchivedSize = z.output<typeof archivedSize>;
export type ArchivedAuthor = z.output<typeof archivedAuthor>;
export type ArchivedName = z.output<typeof archivedName>;
