import { fieldNames, postFields, type PostField } from '../../../shared/post-fields.ts';
import type { Fields } from './fields.ts';
import { outsideCode } from './outside-code.ts';

/** Fields that have a meaning for an import besides those of posts. */
const others =
  'id slug path url permalink aliases redirect_from redirect_to redirecturl source_key enc password taxonomies extra params build _build cascade ' +
  'layout type kind comments robots draft drafts isdraft is_draft unlisted hidden hide private is_private secret headless unpublished public ' +
  'listed visible visibility status post_status dg-publish eleventyexcludefromcollections updated_at updated lastmod ' +
  'last_modified_at modified updateddate date_modified lastupdated moddatetime expirydate unpublishdate expires expires_at expiry';
const known = new Set([
  ...others.split(' '),
  ...fieldNames.flatMap((name) => (postFields[name] as PostField).frontMatter),
]);

/** The names of the fields of a front matter that an import does not read. */
export function unreadFields(fields: Fields): string[] {
  return Object.keys(fields).filter((name) => !known.has(name.toLowerCase()));
}

/** The names of the shortcodes of Hugo and Zola, and of the tags and variables of Liquid and Nunjucks, in a text. */
export function findShortcodes(markdown: string): string[] {
  const names = new Set<string>();
  if (!/\{[{%]/.test(markdown)) return [];
  outsideCode(markdown, (text) => {
    for (const [, name = ''] of text.matchAll(shortcode)) names.add(name);
    return text;
  });
  return [...names];
}

const shortcode =
  /\{(?:\{[<%]|%-?|\{)\s{0,9}(?!\/|end)([a-z][\w/.-]{0,50})(?=[\s%}(>])(?:[^{}]{0,500}?)(?:[>%]\}\}|-?%\}|\)\s{0,9}\}\}|-?\}\})/gi;
