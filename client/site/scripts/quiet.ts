import { allowedAttributes, allowedTags, droppedTags } from '../../../shared/allowed-html.ts';

const tags = new Set(allowedTags);
const attributes = new Set(allowedAttributes);
const dropped = new RegExp(`<(${droppedTags.join('|')})(?=[\\s/>])[\\s\\S]*?</\\1\\s*>`, 'gi');
const tag = /<!--[\s\S]*?-->|<(\/?)([a-z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>|</gi;
const attribute = /([^\s"'<>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?/g;

/**
 * Takes out of HTML what the browser would report while it reads it: browsers hold styles and event handlers against
 * the Content Security Policy even where nothing of them takes effect. It does not make HTML safe: sanitise it after.
 */
export function quiet(html: string): string {
  return html.replace(dropped, '').replace(tag, (whole, slash?: string, name = '', rest = '') => {
    if (slash === undefined) return whole === '<' ? '&lt;' : '';
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
