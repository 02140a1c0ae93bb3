import type { Selectable } from 'kysely';

import type { Tables } from '../../entities/index.ts';
import type { Post } from '../../entities/post.ts';
import { fieldsWith } from '../../shared/post-fields.ts';
import type { ListedPost, PostDetail, PostSummary } from './answers.ts';
import { fieldColumns, rowFields, postFieldColumns, type FieldRow } from './columns.ts';

const inLists = fieldsWith('shownIn', 'lists');

/** The properties in a summary. */
export const summarized = ['slug', 'version', 'updatedAt', ...inLists] as const;

/** The columns of a summary. */
export const summaryColumns = ['posts.slug', ...postFieldColumns(inLists)] as const;

/** The columns of the post list. */
export const listColumns = [...summaryColumns, 'posts.version', 'posts.updated_at'] as const;

/** Converts a row to an item of the post list. */
export function listItem(row: Parameters<typeof toSummary>[0] & { version: number; updated_at: string }): ListedPost {
  return { ...toSummary(row), version: row.version, updated_at: row.updated_at };
}

/** Converts a row to a summary. */
export function toSummary(row: FieldRow<(typeof inLists)[number]> & { slug: string }): PostSummary {
  return { id: row.slug, ...rowFields(row, inLists) };
}

/** Converts a loaded post to an item of the post list. */
export function summaryOfPost(post: Pick<Post, (typeof summarized)[number]>): ListedPost {
  const row = Object.fromEntries(fieldColumns(inLists).map((column, at) => [column, post[inLists[at]!]]));
  const { slug, version, updatedAt } = post;
  return listItem({ ...(row as FieldRow<(typeof inLists)[number]>), slug, version, updated_at: updatedAt });
}

/** The encrypted text of a row; null for a plain one. */
export function toEncrypted({
  enc_salt: salt,
  enc_iv: iv,
  enc_data: data,
}: Pick<Selectable<Tables['posts']>, 'enc_salt' | 'enc_iv' | 'enc_data'>): PostDetail['enc'] {
  return salt !== null && iv !== null && data !== null ? { salt, iv, data } : null;
}
