import { readNames, type Fields } from './fields.ts';

/** Posts and drafts of Jekyll; those of Hexo are in `source/`. */
export const ofJekyll = /^(?!source\/)(?:.*\/)?_(?:posts|drafts)\//;

/** In Jekyll, tags and categories may be one text with spaces between them. */
export function withWordLists(fields: Fields): Fields {
  const lists = ['tags', 'categories'].flatMap((name) => {
    const value = fields[name];
    return typeof value === 'string' && !value.includes(',') ? [[name, value.split(/\s+/)]] : [];
  });
  return { ...fields, ...(Object.fromEntries(lists) as Fields) };
}

/**
 * In Jekyll, the folders above `_posts` are categories.
 *
 * @param onSite the path below the folder of its site
 */
export function categoryFolders(path: string, onSite: string): string[] {
  if (!ofJekyll.test(path)) return [];
  return onSite
    .slice(0, Math.max(0, onSite.search(/(?:^|\/)_(?:posts|drafts)\//)))
    .split('/')
    .filter(Boolean);
}

/** One `category` is a single one, even with a comma. */
export function readCategories({ category, categories }: Fields): string[] {
  return readNames(category === undefined || category === null ? categories : [category]);
}
