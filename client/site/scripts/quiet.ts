import { allowedAttributes, allowedTags } from '../../../shared/allowed-html.ts';
import { settleTags } from './settled-tags.ts';

// The parser makes <img> of <image>.
const tags = new Set([...allowedTags, 'image']);
const attributes = new Set(allowedAttributes);
// What is never closed goes to the end, as in browsers: looking for its end at each start would take quadratic time.
const tag = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][^\s/>"']*)((?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^>"'])*)(>?)|</gi;
const attribute = /([^\s"'<>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?/g;

/**
 * Removes markup that the browser would report while parsing: it reports inline styles and event handlers as violations
 * of the Content Security Policy even in inert documents. This does not make HTML safe: sanitise it afterwards.
 */
export function quiet(html: string): string {
  return settleTags(html).replace(tag, (whole, slash?: string, name = '', rest = '', end?: string) => {
    if (slash === undefined) return whole === '<' ? '&lt;' : '';
    if (end === '') return whole.replaceAll('<', '&lt;');
    if (!tags.has(name.toLowerCase())) return '';
    return slash === '/' ? `</${name}>` : `<${name}${quietAttributes(rest)}>`;
  });
}

function quietAttributes(text: string): string {
  const found = [...text.matchAll(attribute)].filter(([, name = '']) => attributes.has(name.toLowerCase()));
  return found.map(([, name, value]) => (value === undefined ? ` ${name}` : ` ${name}=${quoted(value)}`)).join('');
}

function quoted(value: string): string {
  return /^["']/.test(value) ? value : `"${value}"`;
}
