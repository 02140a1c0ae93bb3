import { atSite } from '../../shared/site-address.ts';

/**
 * Tags, skipping comments and the content of scripts and styles. What is never closed goes to the end of the document,
 * as in browsers.
 */
const tags =
  /<!--[\s\S]*?(?:-->|$)|<(script|style)\b(?:"[^"]*"|'[^']*'|[^"'>])*>[\s\S]*?(?=<\/\1|$)|<[a-z](?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^"'>])*(?:>|$)/gi;
const firstTag = /^<[a-z](?:"[^"]*"|'[^']*'|[^"'>])*>/i;
const attribute = /(\s([^\s"'>/=]+)\s*=\s*["']?)((?<=")[^"]*|(?<=')[^']*|[^\s"'>]*)/g;

/** The attributes whose values are URLs of the site; those with `data-` are read by its own scripts. */
const URLS = new Set(['href', 'src', 'action', 'formaction', 'poster', 'data-messages', 'data-url']);
const LISTS = new Set(['srcset', 'imagesrcset']);

/**
 * Adds the path of the site to the URLs of a document that begin with a slash. Templates, themes and texts write URLs
 * without it, and so work at every address.
 *
 * @param sitePath such as `/blog`; "" leaves the document as it is
 */
export function relocate(html: string, sitePath: string): string {
  if (sitePath === '') return html;
  return html.replace(tags, (part) =>
    part.replace(firstTag, (tag) =>
      tag.replace(attribute, (_, head: string, name: string, value: string) => head + moved(name, value, sitePath)),
    ),
  );
}

function moved(name: string, value: string, sitePath: string): string {
  const lower = name.toLowerCase();
  if (URLS.has(lower)) return atSite(sitePath, value);
  return LISTS.has(lower) ? value.replace(/(^\s*|,\s+)\/(?!\/)/g, `$1${sitePath}/`) : value;
}
