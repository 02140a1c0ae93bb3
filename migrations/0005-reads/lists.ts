import type { MigrationSchema } from '../migration.ts';

/**
 * A query for the lists in which posts stand: that of all, of their category, of each tag, and of each tag within the
 * category.
 *
 * @param posts a table, or a subquery, with the columns status, category and tags
 */
export function listsOf(posts: string, dialect: MigrationSchema['dialect']): string {
  const { eachOf, separator } = engines[dialect];
  const tagged = `${posts} as post cross join ${eachOf('post.tags')} as value`;
  return `select 'all' as kind, '' as name, post.status from ${posts} as post
    union all select 'category', post.category, post.status from ${posts} as post
    union all select 'tag', value, post.status from ${tagged}
    union all select 'category+tag', post.category || ${separator} || value, post.status from ${tagged}`;
}

/** Between category and tag stands the character that neither can have (FIELD_BOUNDARY). */
const engines = {
  sqlite: { eachOf: (tags: string) => `json_each(${tags})`, separator: 'char(31)' },
  postgres: { eachOf: (tags: string) => `json_array_elements_text(cast(${tags} as json))`, separator: 'chr(31)' },
};
