import type { ExpressionBuilder } from 'kysely';

import type { Tables } from '../../entities/index.ts';
import { contains, likePatterns } from '../data/words/contains.ts';

/** Whether a post has a tag, by one list of all posts that have it. */
export function isAmongTagged(tag: string) {
  return (eb: ExpressionBuilder<Tables, 'posts'>) =>
    eb('posts.key', 'in', eb.selectFrom('post_tags').select('post_key').where('name', '=', tag));
}

/** Whether a post is by an author, by one list of all posts by them. */
export function isAmongWritten(author: string) {
  return (eb: ExpressionBuilder<Tables, 'posts'>) =>
    eb('posts.key', 'in', eb.selectFrom('post_authors').select('post_key').where('author_id', '=', author));
}

/** Whether the text of a post contains words, by one list of all posts whose texts contain them. */
export function isAmongFound(search: string) {
  const textContains = contains('posts', likePatterns(search));
  return (eb: ExpressionBuilder<Tables, 'posts'>) =>
    eb('posts.key', 'in', eb.selectFrom('post_search').select('post_key').where(textContains));
}
