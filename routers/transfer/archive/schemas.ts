import { z } from 'zod';

import { addInput as mediaInput } from '../../media/schemas.ts';
import { enc } from '../../posts/answers.ts';
import { dayInput, inputFields, timestampInput } from '../../base/field-schemas.ts';
import { renameInput } from '../../posts/schemas.ts';
import { checkedLater, flag, LARGEST_VERSION, ok, postId } from '../../base/schemas.ts';
import { isThreadId } from '../../../shared/thread-address.ts';
import { describeInput } from '../../taxonomy/schemas.ts';
import { storable } from '../../base/text.ts';
import { saveInput } from '../../working-copies/schemas.ts';
import { importComment, importItem, path } from '../schemas.ts';

/** The highest version that an archive may have: half of all that the database can count to, so that writes go on. */
const LAST_VERSION = Math.floor(LARGEST_VERSION / 2);
/** The maximum number of records in a call; the body limit of 4 MiB may require fewer. */
const CHUNK = 100;
/** The maximum number of files that a call looks up. */
const MAX_FILES = 50;

const time = timestampInput().refine((text) => text !== null, { error: 'must be a time' });
const whole = z.int().min(0).max(LARGEST_VERSION);
const version = z.int().min(1).max(LAST_VERSION);
const slug = renameInput.shape.newId;
const idOf = (prefix: string) => z.string().regex(new RegExp(`^${prefix}-[0-9a-zA-Z]{1,60}$`));
const key = path.nullable();
const text = (max: number) => z.string().max(max).transform(storable);

/** A post of an archive, as it is stored. */
export const archivedPost = importItem.omit({ password: true, wasScheduled: true }).extend({
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

/** The fields that archives of versions before 2.28.0 lack. */
const laterFields = {
  coverAlt: true,
  coverCaption: true,
  metaTitle: true,
  metaDescription: true,
  canonicalUrl: true,
  shareTitle: true,
  shareDescription: true,
  shareImage: true,
  noindex: true,
} as const;

/** An earlier version of a post. */
export const archivedRevision = z.object(inputFields).partial(laterFields).extend({
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
  id: idOf('c'),
  post: z.string(),
  parent: idOf('c').nullable(),
  author: importComment.shape.author,
  content: importComment.shape.content,
  created_at: time,
  status: z.enum(['approved', 'pending']),
  heldBecause: z.enum(['moderation', 'first', 'suspicious', 'administrator']).nullable(),
  likes: whole,
  pinned: flag,
  featured: flag,
  owner: flag,
  sourceKey: key,
});

/** A record of the media library without its file: a link, or what belongs to an uploaded file. */
const record = {
  id: idOf('m'),
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
  formerPaths: z.array(z.string().regex(/^\d{4}\/\d{2}\/[a-z0-9-]+\.[a-z0-9]{2,4}$/)).max(1000),
});

/** The measured size of an image of another host. */
export const archivedSize = z.object({
  urlHash: z.string().regex(/^[0-9a-f]{64}$/),
  width: z.int().min(1).max(100_000),
  height: z.int().min(1).max(100_000),
});

/** A tag or category with its description and the names that it had before. */
export const archivedName = describeInput.extend({ formerNames: z.array(describeInput.shape.name).max(10_000) });

const archive = z
  .string()
  .regex(/^[0-9a-f]{64}$/, { error: 'must be the SHA-256 of a manifest in hexadecimal' })
  .meta({
    description: 'The SHA-256 of the manifest of the archive, in hexadecimal.',
    examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  });

export const beginInput = z.object({
  archive,
  lastVersion: z
    .int()
    .min(0)
    .max(LAST_VERSION)
    .meta({ description: '`lastVersion` of the manifest.', examples: [120] }),
  dryRun: z.boolean().default(false).meta({ description: 'Only report whether the import would be exact.' }),
});
export const begun = z.object({
  ok,
  exact: z.boolean().meta({
    description:
      'Whether records are added as they are. False: this blog is not empty, and an import of posts and comments has to do.',
  }),
  finished: z.boolean().meta({
    description: 'Whether this import has come to its end before: its settings are not taken again.',
    examples: [false],
  }),
});

function records<T extends z.ZodType>(schema: T, description: string) {
  return z
    .array(checkedLater(schema))
    .max(CHUNK)
    .default([])
    .meta({ override: { type: 'array', items: { type: 'object' } }, description });
}

export const addInput = z.object({
  archive,
  posts: records(archivedPost, 'Posts.'),
  revisions: records(archivedRevision, 'Earlier versions of posts that are here.'),
  workingCopies: records(archivedCopy, 'Unpublished changes of posts that are here.'),
  comments: records(archivedComment, 'Comments on posts that are here, each before its replies.'),
  links: records(archivedLink, 'Links of the media library.'),
  sizes: records(archivedSize, 'Sizes of images of other hosts.'),
  names: records(archivedName, 'Descriptions and former names of tags and categories.'),
});
export const added = z.object({
  ok,
  added: z
    .int()
    .min(0)
    .meta({ description: 'Number of records that were added.', examples: [1] }),
  unchanged: z
    .int()
    .min(0)
    .meta({ description: 'Number of records that were here already.', examples: [0] }),
  refused: z
    .array(
      z.object({
        record: z.string().meta({ description: 'Which one.', examples: ['posts 3'] }),
        reason: z.string().meta({ description: 'Why it was refused.' }),
      }),
    )
    .meta({ description: 'Records that were refused, by kind and place in the call, from 1.' }),
});

export const finishInput = z.object({ archive });
export const finished = z.object({ ok });

export const filesInput = z.object({
  files: z
    .array(
      z.object({
        path: archivedFile.shape.path.meta({
          description: 'The path of the file in the archive, without `media/`.',
          examples: ['2026/03/harbour-1a2b3c4d.jpg'],
        }),
        hash: archivedFile.shape.hash.meta({
          description: 'The SHA-256 of its bytes, in hexadecimal.',
          examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
        }),
      }),
    )
    .min(1)
    .max(MAX_FILES)
    .meta({ description: 'Files of an archive.' }),
});
export const filesFound = z.object({
  ok,
  paths: z
    .array(z.string().nullable())
    .meta({ description: 'Where the library has each of them; null if it has not.', examples: [[null]] }),
});

export const downloadInput = z.object({
  kind: z.enum(['archive', 'comments', 'markdown']).meta({
    description: '`archive`: everything as a ZIP; `comments`: JSON Lines; `markdown`: a ZIP of posts and files.',
  }),
});
export const download = z.object({
  ok,
  path: z.string().meta({
    description: 'The path of the file, with its token.',
    examples: ['/api/admin/downloads/archive.l3k9f0a2.s.mL2v7cJ0hQe9TnZk4xYd1sWgBfRuAp8iOoKb3NqEtVw'],
  }),
  expiresAt: z
    .string()
    .meta({ format: 'date-time', description: 'Until when the download can begin: a minute from now.' }),
});

export type ArchivedPost = z.output<typeof archivedPost>;
export type ArchivedRevision = z.output<typeof archivedRevision>;
export type ArchivedCopy = z.output<typeof archivedCopy>;
export type ArchivedComment = z.output<typeof archivedComment>;
export type ArchivedLink = z.output<typeof archivedLink>;
export type ArchivedFile = z.output<typeof archivedFile>;
export type ArchivedSize = z.output<typeof archivedSize>;
export type ArchivedName = z.output<typeof archivedName>;
export type BeginInput = z.output<typeof beginInput>;
export type AddInput = z.output<typeof addInput>;
export type Added = Omit<z.output<typeof added>, 'ok'>;
export type DownloadKind = z.output<typeof downloadInput>['kind'];
