import { slug } from 'github-slugger';

import { idPrefix } from '../../../shared/allowed-html.ts';
import { anchorFinder } from '../../../shared/anchors.ts';
import { headingId } from '../../../shared/heading-ids.ts';
import { uniqueIds } from '../../../shared/unique-ids.ts';
import { withoutFences } from './images.ts';

const atx = /^ {0,3}#{1,6}[ \t]+(?![ \t])(.*)$/;
const underline = /^ {0,3}(?:=+|-+)[ \t]*$/;

/**
 * Finds the headings of a text for links from other posts. Generators derive ids in different ways.
 *
 * @returns a function from a fragment of another generator to that of the site; an unknown one stays as it is
 */
export function headingFinder(markdown: string): (fragment: string) => string {
  const unique = uniqueIds();
  const named = [...markdown.matchAll(/<[a-z][^<>]{0,500}\s(?:id|name)\s*=\s*["']?([^"'\s>]{1,200})/gi)];
  const ids = named.map(([, id = '']) => unique(idPrefix + id));
  for (const text of headingsIn(markdown)) {
    const [suffix = '', own] = /(?<!\s)\s*\{#([\w:.-]{1,100})\}\s*$/.exec(text) ?? [];
    ids.push(headingId(own ?? slug(plain(text.slice(0, text.length - suffix.length))), unique));
  }
  const find = anchorFinder(ids);
  return (fragment) => find(idPrefix + fragment) ?? fragment;
}

function headingsIn(markdown: string): string[] {
  const lines = withoutFences(markdown).split('\n');
  return lines.flatMap((line, at) => {
    const heading = atx.exec(line)?.[1];
    if (heading !== undefined) return [withoutClosing(heading)];
    const isUnderlined = line.trim() !== '' && /^ {0,3}[^\s>#*+-]/.test(line) && underline.test(lines[at + 1] ?? '');
    return isUnderlined ? [line.trim()] : [];
  });
}

function withoutClosing(heading: string): string {
  return heading.replace(/(?<![ \t])[ \t]+$/, '').replace(/(?<![ \t])[ \t]+#+$/, '');
}

/** The text of a heading without its markup. */
function plain(heading: string): string {
  return heading
    .replace(/`[^`]+`/g, (code) => code.replace(/[<>]/g, ''))
    .replace(/!?\[([^[\]]*)\](?:\((?:[^()]|\([^()]*\))*\)|\[[^[\]]*\])/g, '$1')
    .replace(/<[^<>]+>/g, '')
    .replace(/(?<![\p{L}\p{N}\\])_+|_+(?![\p{L}\p{N}])|[*`]|~~/gu, '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .trim();
}
