import { z } from 'zod';

import { checkedLater, ok } from '../../base/schemas.ts';
import {
  LAST_VERSION,
  archivedAuthor,
  archivedComment,
  archivedCopy,
  archivedFile,
  archivedLink,
  archivedName,
  archivedPost,
  archivedRevision,
  archivedSize,
} from './records.ts';

/** The maximum number of records in a call; the body limit of 4 MiB may require fewer. */
const CHUNK = 100;
/** The maximum number of files that a call looks up. */
const MAX_FILES = 50;

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
  authors: records(archivedAuthor, 'Authors.'),
  posts: records(archivedPost, 'Posts, after their authors.'),
  revisions: records(archivedRevision, 'Earlier versions of posts that are here.'),
  workingCopies: records(archivedCopy, 'Unpublished changes of posts that are here.'),
  comments: records(archivedComment, 'Comments on posts that are here, each before its replies.'),
  links: records(archivedLink, 'Links of the media library.'),
  sizes: records(archivedSize, 'Sizes of images of other hosts.'),
  names: records(archivedName, 'Descriptions, pictures, colours and former names of tags and categories.'),
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

export type BeginInput = z.output<typeof beginInput>;
export type AddInput = z.output<typeof addInput>;
export type Added = Omit<z.output<typeof added>, 'ok'>;
export type DownloadKind = z.output<typeof downloadInput>['kind'];
