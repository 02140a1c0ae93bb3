import type { Comment, PostSummary } from './generated/trpc.ts';
import type { PostsListInput } from './generated/trpc.ts';
import type { Procedures } from './generated/procedures.ts';
import type { CallOptions } from './options.ts';

/** The page size. */
const PAGE_SIZE = 100;

/** Iterators over all pages of a list. */
export interface Iterators {
  posts: {
    /**
     * Iterates over all posts of a list in order, 100 per request. A post that moves to another page during the
     * iteration is returned once. Lists end at page 200 (docs/interface.md, W18): after 20,000 posts it throws
     * BAD_REQUEST, so larger lists are read in ranges of `from` and `to`.
     *
     * `for await (const post of client.posts.each({ tag: 'news' })) …`
     */
    each: (
      input?: Omit<PostsListInput, 'page' | 'pageSize'>,
      options?: CallOptions,
    ) => AsyncGenerator<PostSummary, void>;
  };
  comments: {
    /** Iterates over all comments of a post or section, newest first, 300 per request. */
    each: (id: string, options?: CallOptions) => AsyncGenerator<Comment, void>;
  };
}

/** The iterators of a client. */
export function createIterators({ posts, comments }: Pick<Procedures, 'posts' | 'comments'>): Iterators {
  return {
    posts: {
      async *each(input, options) {
        const seen = new Set<string>();
        for (let page = 1; ; page++) {
          const list = await posts.list({ ...input, page, pageSize: PAGE_SIZE }, options);
          for (const post of list.posts) {
            if (seen.has(post.id)) continue;
            seen.add(post.id);
            yield post;
          }
          if (page * list.pageSize >= list.total) return;
        }
      },
    },
    comments: {
      async *each(id, options) {
        let before: string | undefined;
        do {
          const list = await comments.list({ id, before }, options);
          yield* list.comments.reverse();
          before = list.before;
        } while (before !== undefined);
      },
    },
  };
}
