import { outsideCode } from './outside-code.ts';

/** Marks the address of a post until its id is known. */
export const POST = 'octavo-post:';

/** The address of a post or file, and its title or the name by which it was found. */
export interface Named {
  address: string;
  title: string;
}

/**
 * Turns the links that generators have besides Markdown's into links of Markdown: `ref` and `relref` of Hugo,
 * `post_url`, `link` and `relative_url` of Jekyll, `post_link` and `asset_img` of Hexo, and wiki links of Obsidian.
 *
 * @param title of the post
 * @param find a post or file by its name or path; undefined if there is none, which leaves the text
 */
export function plainLinks(
  markdown: string,
  title: string,
  find: (name: string, fragment?: string) => Named | undefined,
): string {
  if (!/\{[{%]|\[\[/.test(markdown)) return markdown;
  const address = (all: string, name: string, fragment?: string) => find(name, fragment)?.address ?? all;
  return outsideCode(markdown, (text) =>
    text
      .replace(/\{\{\s*["']([^"'\n]+)["']\s*\|\s*(?:relative_url|absolute_url)\s*\}\}/g, '$1')
      .replace(/\{\{\s{0,9}site\.(?:base)?url\s{0,9}\}\}(?=[/{])/g, '')
      .replace(/\{\{-?\s{0,9}(?:page\.)?title\s{0,9}-?\}\}/g, () => title)
      .replace(
        /\{\{[<%]\s*(?:rel)?ref\s+(?:path=)?["']?([^"'#\s{}]+)(?:#([^"'\s{}]*))?["']?\s*[%>]\}\}(?:#([^\s)"'>]+))?/g,
        (all, name: string, fragment?: string, after?: string) => address(all, name, fragment ?? after),
      )
      .replace(
        /\{%-?\s*(?:post_url|link)\s+([^\s%]+)\s*-?%\}(?:#([^\s)"'>]+))?/g,
        (all, name: string, fragment?: string) => address(all, name, fragment),
      )
      .replace(/\{%\s+(post_link|asset_img)\s+([^\s%{][^%{]*)%\}/g, (all, tag: string, written: string) => {
        const { name, shown } = partsOf(written);
        return tag === 'post_link' ? linkOf(all, shown, find(name)) : `![${shown ?? ''}](${name})`;
      })
      .replace(
        /(!?)\[\[([^[\]|#\n\\]*)(?:#([^[\]|\n\\]+))?(?:\\?\|([^[\]\n]+))?\]\]/g,
        (all, mark: string, name: string, fragment?: string, label?: string) => {
          // `#^name` is a block, and `#A#B` the heading B below A.
          const heading = fragment?.startsWith('^') ? '' : fragment?.slice(fragment.lastIndexOf('#') + 1);
          const address = find(name.trim(), heading)?.address;
          if (address === undefined) return all;
          const isImage = mark !== '' && !address.startsWith(POST);
          const isSize = mark !== '' && /^\d+(?:x\d+)?$/.test(label ?? '');
          const own = name.trim() || (heading ?? '');
          const shown = label === undefined || isSize ? (isImage ? '' : own) : label;
          return `${isImage ? '!' : ''}[${shown.trim()}](${address})`;
        },
      ),
  );
}

/** The name of a file, and the text behind it, with or without quotes. */
function partsOf(written: string): { name: string; shown: string | undefined } {
  const [name = ''] = /^\S+/.exec(written) ?? [];
  const shown = written
    .slice(name.length)
    .trim()
    .replace(/^["']|["']$/g, '');
  return { name, shown: shown === '' ? undefined : shown };
}

function linkOf(all: string, shown: string | undefined, found: Named | undefined): string {
  return found === undefined ? all : `[${(shown ?? found.title).trim()}](${found.address})`;
}
