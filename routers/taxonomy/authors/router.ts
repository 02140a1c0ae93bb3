import { administratorOrKey, publicRead, rest, router } from '../../core/procedures.ts';
import { requireAuthor, listAuthors, listCountedAuthors } from './read.ts';
import {
  authorList,
  changedAuthor,
  countedList,
  createInput,
  deleted,
  deleteInput,
  getInput,
  oneAuthor,
  updateInput,
  type AuthorShape,
} from './schemas.ts';
import { createAuthor, deleteAuthor, updateAuthor } from './write.ts';

const PATH = '/api/admin/authors';

/** The authors of posts and pages. */
export const authorsRouter = router({
  list: publicRead
    .meta(
      rest('GET', '/api/authors', 'List the authors', {
        description: 'All of them, by name.',
        dependsOn: () => ['authors'],
      }),
    )
    .output(authorList)
    .query(async ({ ctx }) => ({ ok: true, authors: await listAuthors(ctx.em) })),

  all: administratorOrKey('drafts')
    .meta(rest('GET', PATH, 'List the authors with their numbers of posts'))
    .output(countedList)
    .query(async ({ ctx }) => ({ ok: true, authors: await listCountedAuthors(ctx.em) })),

  get: administratorOrKey('drafts')
    .meta(rest('GET', `${PATH}/{id}`, 'Get an author', { errors: ['NOT_FOUND'] }))
    .input(getInput)
    .output(oneAuthor)
    .query(async ({ ctx, input }) => ({ ok: true, author: await requireAuthor(ctx.em, input.id) })),

  create: administratorOrKey('posts')
    .meta(
      rest('POST', PATH, 'Add an author', {
        description: 'At most 1,000.',
        status: 201,
        location: ({ author }: { author: AuthorShape }) => `${PATH}/${encodeURIComponent(author.id)}`,
        errors: ['AUTHOR_EXISTS', 'TOO_MANY_AUTHORS'],
      }),
    )
    .input(createInput)
    .output(oneAuthor)
    .mutation(async ({ ctx, input }) => ({ ok: true, author: await createAuthor(ctx, input) })),

  update: administratorOrKey('posts')
    .meta(
      rest('PUT', `${PATH}/{id}`, 'Change an author; absent fields keep their values', {
        description: 'A new name is that of all posts and pages at once, drafts included. The id stays.',
        errors: ['NOT_FOUND'],
        takesLong: true,
      }),
    )
    .input(updateInput)
    .output(changedAuthor)
    .mutation(async ({ ctx, input }) => ({ ok: true, ...(await updateAuthor(ctx, input)) })),

  delete: administratorOrKey('posts')
    .meta(
      rest('DELETE', `${PATH}/{id}`, 'Delete an author', {
        description: 'All posts and pages get the author `reassign`, or lose this one; all or none.',
        errors: ['NOT_FOUND'],
        takesLong: true,
      }),
    )
    .input(deleteInput)
    .output(deleted)
    .mutation(async ({ ctx, input }) => ({ ok: true, id: input.id, changed: await deleteAuthor(ctx, input) })),
});
