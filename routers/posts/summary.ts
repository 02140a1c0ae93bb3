import type { Selectable } from 'kysely';

import type { Tables } from '../../entities/index.ts';
import type { PostDetail, PostSummary } from './answers.ts';

/** The columns of a post that lists show. */
export const summaryColumns = [
  'posts.slug',
  'posts.title',
  'posts.date',
  'posts.excerpt',
  'posts.cover',
  'posts.pinned',
  'posts.protected',
  'posts.tags',
  'posts.category',
  'posts.status',
] as const;

/** A row as lists show it. */
export function summaryOf(
  row: Pick<Selectable<Tables['posts']>, 'slug' | Exclude<keyof PostSummary, 'id'>>,
): PostSummary {
  return {
    id: row.slug,
    title: row.title,
    date: row.date,
    excerpt: row.excerpt,
    cover: row.cover,
    pinned: row.pinned as 0 | 1,
    protected: row.protected as 0 | 1,
    tags: JSON.parse(row.tags) as string[],
    category: row.category,
    status: row.status,
  };
}

/** The encrypted text of a row; null when it is a plain one. */
export function encOf({
  enc_salt: salt,
  enc_iv: iv,
  enc_data: data,
}: Pick<Selectable<Tables['posts']>, 'enc_salt' | 'enc_iv' | 'enc_data'>): PostDetail['enc'] {
  return salt !== null && iv !== null && data !== null ? { salt, iv, data } : null;
}
