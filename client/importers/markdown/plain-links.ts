import { outsideCode } from './outside-code.ts';

/**
 * Turns the links that generators have besides Markdown's into links of Markdown: `ref` and `relref` of Hugo,
 * `post_url`, `link` and `relative_url` of Jekyll, `post_link` and `asset_img` of Hexo, and wiki links of Obsidian.
 *
 * @param find the address of a post or file by its name or path; undefined if there is none, which leaves the text
 */
export function plainLinks(markdown: string, find: (name: string, fragment?: string) => string | undefined): string {
  if (!/\{[{%]|\[\[/.test(markdown)) return markdown;
  const address = (all: string, name: string, fragment?: string) => find(name, fragment) ?? all;
  return outsideCode(markdown, (text) =>
    text
      .replace(/\{\{\s{0,9}["']([^"'\n]{1,500})["']\s{0,9}\|\s{0,9}(?:relative_url|absolute_url)\s{0,9}\}\}/g, '$1')
      .replace(/\{\{\s{0,9}site\.(?:base)?url\s{0,9}\}\}(?=[/{])/g, '')
      .replace(
        /\{\{[<%]\s{0,9}(?:rel)?ref\s{1,9}(?:path=)?["']?([^"'#\s]{1,500})(?:#([^"'\s]{0,300}))?["']?\s{0,9}[%>]\}\}/g,
        (all, name: string, fragment?: string) => address(all, name, fragment),
      )
      .replace(/\{%-?\s{1,9}(?:post_url|link)\s{1,9}([^\s%]{1,500})\s{1,9}-?%\}/g, (all, name: string) =>
        address(all, name),
      )
      .replace(
        /\{%\s{1,9}post_link\s{1,9}(\S{1,500})(?:\s{1,9}["']?([^%"']{1,500}?)["']?)?\s{1,9}%\}/g,
        (all, name: string, title?: string) => linkOf(all, title ?? name, find(name)),
      )
      .replace(
        /\{%\s{1,9}asset_img\s{1,9}(\S{1,500})(?:\s{1,9}["']?([^%"']{1,500}?)["']?)?\s{1,9}%\}/g,
        (_all, name: string, alt = '') => `![${alt}](${name})`,
      )
      .replace(
        /(!?)\[\[([^\]|#\n]{1,300})(?:#([^\]|\n]{1,300}))?(?:\|([^\]\n]{1,300}))?\]\]/g,
        (all, mark: string, name: string, fragment?: string, title?: string) => {
          const isSize = mark !== '' && /^\d+(?:x\d+)?$/.test(title ?? '');
          const shown = title === undefined || isSize ? (mark ? '' : name.trim()) : title;
          return mark + linkOf(all.slice(mark.length), shown, find(name.trim(), fragment));
        },
      ),
  );
}

function linkOf(all: string, title: string, address: string | undefined): string {
  return address === undefined ? all : `[${title.trim()}](${address})`;
}
