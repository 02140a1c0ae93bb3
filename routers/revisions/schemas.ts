import { z } from 'zod';

import { postDetail } from '../posts/answers.ts';
import { postId } from '../posts/schemas.ts';
import { ifVersion, LARGEST_VERSION, moment, ok, pageNumber, pageSize, paging, zeroOrOne } from '../schemas.ts';

const version = z.int().min(0).max(LARGEST_VERSION).meta({ description: 'A version that the post had.' });

export const listInput = z.object({ id: postId, page: pageNumber(), pageSize: pageSize() });
export const getInput = z.object({ id: postId, version });
export const restoreInput = z.object({ id: postId, version, ifVersion });

const { title, date, excerpt, cover, tags, category, pinned, status, publishAt, content, enc } = postDetail.shape;
const savedAt = moment.meta({ description: 'When the post became this.' });

const summary = z
  .object({ version: z.int(), savedAt, title, status, protected: zeroOrOne, characters: z.int().min(0) })
  .meta({ id: 'RevisionSummary' });

const revision = z
  .object({
    version: z.int(),
    savedAt,
    title,
    date,
    excerpt,
    cover,
    tags,
    category,
    pinned,
    protected: zeroOrOne,
    status,
    publishAt,
    content,
    enc,
  })
  .meta({ id: 'Revision' });

export const revisionList = z.object({ ok, revisions: z.array(summary), ...paging });
export const oneRevision = z.object({ ok, revision });

export type ListInput = z.output<typeof listInput>;
export type RestoreInput = z.output<typeof restoreInput>;
export type RevisionSummary = z.output<typeof summary>;
export type Revision = z.output<typeof revision>;
