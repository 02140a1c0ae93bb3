import { administratorOrKey, rest, router } from '../core/procedures.ts';
import { listNames } from './list.ts';
import {
  deleted,
  deleteInput,
  described,
  describeInput,
  listInput,
  nameList,
  renamed,
  renameInput,
} from './schemas.ts';
import { deleteName, describeName, renameName } from './write.ts';

const PATH = '/api/admin/names/{kind}';

export const taxonomyRouter = router({
  list: administratorOrKey('drafts')
    .meta(
      rest('GET', PATH, 'List tags or categories with their numbers of posts', {
        description: 'Those that any post or page has, drafts included, and those that are described.',
      }),
    )
    .input(listInput)
    .output(nameList)
    .query(async ({ ctx, input }) => ({
      ok: true,
      ...(await listNames(ctx, input)),
      page: input.page,
      pageSize: input.pageSize,
    })),

  rename: administratorOrKey('posts')
    .meta(
      rest('POST', `${PATH}/{name}/rename`, 'Rename a tag or category in all posts, or merge it with another', {
        description:
          'All posts and pages or none, drafts included. The former URLs redirect. `merge` allows a name that exists.',
        errors: ['NOT_FOUND', 'NAME_EXISTS'],
        takesLong: true,
      }),
    )
    .input(renameInput)
    .output(renamed)
    .mutation(async ({ ctx, input }) => ({ ok: true, name: input.newName, changed: await renameName(ctx, input) })),

  describe: administratorOrKey('posts')
    .meta(
      rest('PUT', `${PATH}/{name}`, 'Describe a tag or category', {
        description:
          'Its page, its feeds and search engines show the description, the page and link previews the picture. Absent fields stay as they are.',
        errors: ['NOT_FOUND'],
      }),
    )
    .input(describeInput)
    .output(described)
    .mutation(async ({ ctx, input }) => {
      return { ok: true, name: input.name, ...(await describeName(ctx, input)) };
    }),

  delete: administratorOrKey('posts')
    .meta(
      rest('DELETE', `${PATH}/{name}`, 'Remove a tag or category from all posts', {
        description: 'From all posts and pages or from none. Its description and former names are deleted.',
        errors: ['NOT_FOUND'],
        takesLong: true,
      }),
    )
    .input(deleteInput)
    .output(deleted)
    .mutation(async ({ ctx, input }) => ({ ok: true, name: input.name, changed: await deleteName(ctx, input) })),
});
