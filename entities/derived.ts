import type { Generated } from 'kysely';

import type { CommentStatus } from './comment.ts';
import type { PostStatus } from './post.ts';

/** Tables that are derived from others, and that no command copies. */
export interface DerivedTables {
  // Counts that triggers maintain (migration 0005) in the transaction that changes the counted rows, because counting
  // takes longer the more rows there are. No code writes them.
  /** The lengths of lists: all posts, by category, by tag, by both, by author, and comments of a section. */
  list_totals: {
    kind: 'all' | 'category' | 'tag' | 'category+tag' | 'author' | 'section';
    /** The category, tag, author's id or section; category and tag are separated by FIELD_BOUNDARY. */
    name: string;
    status: PostStatus | CommentStatus;
    total: number;
  };
  post_scores: {
    post_key: number;
    /** Approved comments. */
    comments: number;
    /** Views + 3 likes + 5 approved comments. */
    score: number;
  };
  /** Which posts and pages are by an author. Triggers maintain it (migration 0050). */
  post_authors: {
    post_key: number;
    author_id: string;
  };
  /** The URLs in posts and working copies. Triggers and `routers/media/search-uses.ts` maintain it (migration 0023). */
  media_uses: {
    post_key: number;
    place: 'content' | 'cover' | 'workingCopy';
    /** The hash of the URL's target: `findTarget` in `routers/data/files/targets.ts`. */
    target: string;
  };
  /** Posts whose texts have to be searched for uses. */
  unsearched_posts: {
    /** Stands for one state of the post; never used twice. */
    key: Generated<number>;
    post_key: number;
  };
}
