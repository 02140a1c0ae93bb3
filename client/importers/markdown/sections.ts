import { tableOf, truthOf, type Fields } from './fields.ts';
import { splitFrontMatter } from './front-matter.ts';
import { hiddenBy } from './hidden.ts';
import { timestampOf } from './timestamps.ts';

/** Whether a file is the page of a section of Hugo or Zola, and not a post. */
export function isSection(path: string): boolean {
  return /(?:^|\/)_index\.[^/]*$/.test(path);
}

/**
 * Why the posts below a section are not public: Zola skips everything in a draft section, Hugo inherits `cascade`.
 * @param path of the section's page
 * @throws Error if its front matter cannot be read
 */
export function hiddenInSection(path: string, text: string): string | undefined {
  const entries = Object.entries(splitFrontMatter(text).data);
  const valuesOf = (name: string) => entries.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value);
  if (valuesOf('draft').some((value) => truthOf(value) === true)) return `${path} says draft: true.`;
  const [{ reason } = {}] = hidingIn(valuesOf('cascade').flat());
  return reason === undefined ? undefined : `${path} has a cascade. ${reason}`;
}

/** Fields that posts inherit, and why these are not public. */
interface Hiding {
  fields: Fields;
  reason: string;
}

/**
 * Those tables of fields that hide posts: the `cascade` of Hugo, the values of Jekyll's `defaults`, the data of a folder
 * of Eleventy.
 */
export function hidingIn(tables: readonly unknown[]): Hiding[] {
  return tables.map(tableOf).flatMap((fields) => {
    const reason = hiddenBy(fields, (value) => timestampOf(value) !== undefined);
    return reason === undefined ? [] : [{ fields, reason }];
  });
}
