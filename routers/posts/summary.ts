import type { Selectable } from 'kysely';

import type { Tables } from '../../entities/index.ts';
import type { Post } from '../../entities/post.ts';
import { fieldsWith } from '../../shared/post-fields.ts';
import type { ListedPost, PostDetail, PostSummary } from './answers.ts';
import { columnsOf, fieldsIn, postColumnsOf, type FieldRow } from './columns.ts';

const inLists = fieldsWith('shownIn', 'lists');

/** The properties of a post that a summary is made of. */
export const summarized = ['slug', 'version', 'updatedAt', ...inLists] as const;

/** The columns of a post that lists show. */
export const summaryColumns = ['posts.slug', ...postColumnsOf(inLists)] as const;

/** The columns of a post that the list of posts shows. */
export const listColumns = [...summaryColumns, 'posts.version', 'posts.updated_at'] as const;

/** A row as the list of posts shows it. */
export function listedOf(row: Parameters<typeof summaryOf>[0] & { version: number; updated_at: string }): ListedPost {
  return { ...summaryOf(row), version: row.version, updated_at: row.updated_at };
}

/** A row as lists show it. */
export function summaryOf(row: FieldRow<(typeof inLists)[number]> & { slug: string }): PostSummary {
  return { id: row.slug, ...fieldsIn(row, inLists) };
}

/** A loaded post as the list of posts shows it. */
export function summaryOfPost(post: Pick<Post, (typeof summarized)[number]>): ListedPost {
  const row = Object.fromEntries(columnsOf(inLists).map((column, at) => [column, post[inLists[at]!]]));
  const { slug, version, updatedAt } = post;
  return listedOf({ ...(row as FieldRow<(typeof inLists)[number]>), slug, version, updated_at: updatedAt });
}

/** The encrypted text of a row; null when it is a plain one. */
export function encOf({
  enc_salt: salt,
  enc_iv: iv,
  enc_data: data,
}: Pick<Selectable<Tables['posts']>, 'enc_salt' | 'enc_iv' | 'enc_data'>): PostDetail['enc'] {
  return salt !== null && iv !== null && data !== null ? { salt, iv, data } : null;
}
