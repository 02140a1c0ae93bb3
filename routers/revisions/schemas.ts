import { z } from 'zod';

import { postDetail } from '../posts/answers.ts';
import { outputFields } from '../base/field-schemas.ts';
import {
  count,
  ifVersion,
  LARGEST_VERSION,
  ok,
  pageNumber,
  pageSize,
  paging,
  timestamp,
  version as versionOfPost,
  postId,
} from '../base/schemas.ts';

const version = z
  .int()
  .min(0)
  .max(LARGEST_VERSION)
  .meta({
    description: 'The version of the revision.',
    examples: [12],
  });

export const listInput = z.object({ id: postId, page: pageNumber(), pageSize: pageSize() });
export const getInput = z.object({ id: postId, version });
export const restoreInput = z.object({ id: postId, version, ifVersion: ifVersion.meta({ examples: [12] }) });

const { title, status, protected: isProtected, enc } = postDetail.shape;
const savedAt = timestamp('When the revision was saved.');

const summary = z
  .object({
    version: versionOfPost,
    savedAt,
    title,
    status,
    protected: isProtected,
    characters: count('Length of the content.', 2400),
  })
  .meta({ id: 'RevisionSummary' });

const revision = z.object({ version: versionOfPost, savedAt, ...outputFields, enc }).meta({ id: 'Revision' });

export const revisionList = z.object({
  ok,
  revisions: z.array(summary).meta({ description: 'The newest first.' }),
  ...paging,
});
export const oneRevision = z.object({ ok, revision });

export type ListInput = z.output<typeof listInput>;
export type RestoreInput = z.output<typeof restoreInput>;
export type RevisionSummary = z.output<typeof summary>;
export type Revision = z.output<typeof revision>;
