import type { CommentStatus } from './comment.ts';
import type { PostStatus } from './post.ts';

/**
 * Counts that the database keeps by itself, since counting takes the longer the more there is. Triggers write them
 * (migration 0005), in the transaction that changes what is counted; nobody else does.
 */
export interface DerivedTables {
  /** How long lists are: of all posts, of those in a category, with a tag, with both, and of comments in a section. */
  list_totals: {
    kind: 'all' | 'category' | 'tag' | 'category+tag' | 'section';
    /** The category, tag or section; category and tag are parted by FIELD_BOUNDARY. */
    name: string;
    status: PostStatus | CommentStatus;
    total: number;
  };
  post_scores: {
    post_key: number;
    /** Approved ones. */
    comments: number;
    /** Views + 3 likes + 5 approved comments. */
    score: number;
  };
}
