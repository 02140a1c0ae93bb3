import { escapeHtml } from '../../../routers/base/text.ts';

/** The beginning of a link up to the value of `href`, and that value. */
const link = /(<a\b[^<>]*?\shref=")([^"]*)(?=")/g;

/**
 * The addresses to which the links of a mail lead, each once.
 *
 * @param isCounted whether clicks on such a link are counted
 */
export function linksIn(html: string, isCounted: (url: string) => boolean): string[] {
  const urls = Array.from(html.matchAll(link), ([, , value = '']) => decoded(value));
  return [...new Set(urls)].filter((url) => /^https?:\/\//i.test(url) && isCounted(url));
}

/** Lets links lead to other addresses. @param targets by the present ones */
export function withTargets(html: string, targets: ReadonlyMap<string, string>): string {
  return html.replace(link, (whole, before: string, value: string) => {
    const target = targets.get(decoded(value));
    return target === undefined ? whole : before + escapeHtml(target);
  });
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

function decoded(value: string): string {
  return value.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return entities[name] ?? whole;
      return String.fromCodePoint(decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal));
    },
  );
}
