import { lowerCased, readTable, readTruth, type Fields } from './fields.ts';
import { isTarget } from './site/hugo.ts';
import type { Inherited, SiteConfig } from './site/site-config.ts';
import { parentFolder } from '../source-file.ts';

/** A file whose fields apply to its folder: the page of a section, or the data of a folder of Eleventy. */
export interface FolderFields {
  path: string;
  fields: Fields;
}

/**
 * The fields that a file inherits from those of its folders, the weakest first: all of a data file of Eleventy, and the
 * `cascade` of a section of Hugo.
 */
export function findInherited(
  all: readonly FolderFields[],
  file: string,
  inside: string,
  language: string,
): Inherited[] {
  return all
    .filter(({ path }) => file.startsWith(parentFolder(path)))
    .toSorted((one, other) => one.path.length - other.path.length)
    .flatMap(({ path, fields }) => {
      if (path.endsWith('.json')) return [{ fields: lowerCased(fields), source: `${path} hides it.` }];
      return [lowerCased(fields)['cascade']]
        .flat()
        .map((one) => lowerCased(readTable(one)))
        .filter((one) => isTarget(one['target'] ?? one['_target'], inside, language))
        .map((one) => ({ fields: one, source: `${path} has a cascade.` }));
    });
}

/**
 * The folders of a file that are sections of Hugo: the first one, and those with a page of the section.
 *
 * @param inside its path below the content
 */
export function foldersWithSection(all: readonly FolderFields[], file: string, inside: string): string[] {
  const folders = inside.split('/').slice(0, -1);
  const root = file.split('/').length - 1 - folders.length;
  const known = new Set(all.map(({ path }) => parentFolder(path)));
  const isSection = (at: number) => {
    const folder = file.split('/').slice(0, root + at + 1);
    return known.has(`${folder.join('/')}/`);
  };
  const depth = folders.findLastIndex((_name, at) => isSection(at));
  return folders.slice(0, Math.max(1, depth + 1));
}

/** The section whose draft hides a file: Zola skips everything in it, Hugo only its own page. */
export function draftSection(
  all: readonly FolderFields[],
  file: string,
  config: SiteConfig | undefined,
): string | undefined {
  if (config?.generator === 'hugo' && config.file !== 'config.toml') return undefined;
  const section = all.find(({ path, fields }) => {
    const isDraft = Object.entries(fields).some(([name, value]) => /^draft$/i.test(name) && readTruth(value) === true);
    return isDraft && !path.endsWith('.json') && file.startsWith(parentFolder(path));
  });
  return section && `${section.path} says draft: true.`;
}
