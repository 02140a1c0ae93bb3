import { toId } from './choose-ids.ts';
import { scalarText, textField, type Fields } from './fields.ts';
import { bundleLanguage, postName } from './file-path.ts';
import { withoutFences } from './images.ts';

/** The title that a file declares, else its first heading of level 1, else the name of the file in words. */
export function findTitle(fields: Fields, body: string, path: string): string {
  return textField(fields['title']) ?? firstHeading(body) ?? inWords(postName(path));
}

/**
 * The id that a file declares, else that of its name; empty when neither has a letter or digit. A numeric `id` is not
 * read: it is a row number of the source system.
 */
export function findSlug(fields: Fields, path: string): string {
  const texts = [fields['id'], fields['path']].map((value) => (typeof value === 'string' ? value : undefined));
  const candidates = [scalarText(fields['slug']), ...texts].filter((text) => text !== undefined);
  const name = [postName(path), bundleLanguage(path)].filter(Boolean).join('-');
  return [...candidates, name].map((text) => toId(lastSegment(text))).find((id) => id !== '') ?? '';
}

function lastSegment(path: string): string {
  const segments = path.replace(/\.html?$/i, '').split('/');
  return segments.findLast((segment) => segment !== '') ?? '';
}

function firstHeading(body: string): string | undefined {
  const heading = /^ {0,3}#[ \t]+(\S.*)$/m.exec(withoutFences(body))?.[1]?.trimEnd();
  return heading && textField(heading.replace(/[ \t]#+$/, ''));
}

function inWords(name: string): string {
  const words = name.replace(/[-_\s]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
