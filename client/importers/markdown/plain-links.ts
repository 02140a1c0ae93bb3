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
      .replace(/\{\{\s{0,9}["']([^"'\n]{1,500})["']\s{0,9}\|\s{0,9}(?:relative_url|absolute_url)\s{0,9}\}\}/g, '$1')
      .replace(/\{\{\s{0,9}site\.(?:base)?url\s{0,9}\}\}(?=[/{])/g, '')
      .replace(/\{\{-?\s{0,9}(?:page\.)?title\s{0,9}-?\}\}/g, () => title)
      .replace(
        /\{\{[<%]\s{0,9}(?:rel)?ref\s{1,9}(?:path=)?["']?([^"'#\s]{1,500})(?:#([^"'\s]{0,300}))?["']?\s{0,9}[%>]\}\}(?:#([^\s)"'>]{1,300}))?/g,
        (all, name: string, fragment?: string, after?: string) => address(all, name, fragment ?? after),
      )
      .replace(
        /\{%-?\s{0,9}(?:post_url|link)\s{1,9}([^\s%]{1,500})\s{0,9}-?%\}(?:#([^\s)"'>]{1,300}))?/g,
        (all, name: string, fragment?: string) => address(all, name, fragment),
      )
      .replace(
        /\{%\s{1,9}post_link\s{1,9}(\S{1,500})(?:\s{1,9}["']?([^%"']{1,500}?)["']?)?\s{1,9}%\}/g,
        (all, name: string, shown?: string) => linkOf(all, shown, find(name)),
      )
      .replace(
        /\{%\s{1,9}asset_img\s{1,9}(\S{1,500})(?:\s{1,9}["']?([^%"']{1,500}?)["']?)?\s{1,9}%\}/g,
        (_all, name: string, alt = '') => `![${alt}](${name})`,
      )
      .replace(
        /(!?)\[\[([^\]|#\n\\]{0,300})(?:#([^\]|\n\\]{1,300}))?(?:\\?\|([^\]\n]{1,300}))?\]\]/g,
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

function linkOf(all: string, shown: string | undefined, found: Named | undefined): string {
  return found === undefined ? all : `[${(shown ?? found.title).trim()}](${found.address})`;
}
