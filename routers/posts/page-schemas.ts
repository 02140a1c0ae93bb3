import { z } from 'zod';

import { counters, onePost, postDetail, postOverview } from './answers.ts';
import { createInput, deleteInput, getInput, renameInput, updateInput } from './schemas.ts';
import { flag, ok, orAbsent, pageNumber, pageSize, paging, zeroOrOne } from '../base/schemas.ts';
import { RESERVED, reservedIds } from '../../shared/reserved-ids.ts';

const allowComments = flag.meta({ description: 'Whether visitors may comment on the page; default: no.' });

const newId = renameInput.shape.newId
  .refine((id) => !reservedIds.has(id), { error: RESERVED })
  .meta({ description: 'The slug; made from the title if absent.', examples: ['about'] });

/** The fields of a post that mean something for a page. */
const without = { date: true, notifySubscribers: true } as const;

export const createPageInput = createInput
  .omit(without)
  .extend({ id: orAbsent(newId), allowComments: allowComments.optional() });
export const updatePageInput = updateInput.omit(without).extend({ allowComments: allowComments.optional() });
export const deletePageInput = deleteInput;
export const getPageInput = getInput;
export const pageListInput = z.object({ page: pageNumber(), pageSize: pageSize() });

const allowsComments = { allowComments: zeroOrOne.meta({ description: 'Whether visitors may comment on the page.' }) };

/** A page without its text. */
const summary = postOverview
  .omit({ date: true, comments: true, hasWorkingCopy: true, views: true, likes: true })
  .extend(allowsComments)
  .meta({ id: 'PageSummary' });

export const pageDetail = postDetail
  .omit({ date: true })
  .extend({ ...counters, ...allowsComments })
  .meta({ id: 'PageDetail' });

const readPage = pageDetail.extend({ html: onePost.shape.post.shape.html }).meta({ id: 'ReadPage' });

export const pageList = z.object({
  ok,
  pages: z.array(summary).meta({ description: 'By title.' }),
  ...paging,
});
export const onePage = z.object({ ok, page: readPage });

export type CreatePageInput = z.output<typeof createPageInput>;
export type UpdatePageInput = z.output<typeof updatePageInput>;
export type PageListInput = z.output<typeof pageListInput>;
export type PageSummary = z.output<typeof summary>;
