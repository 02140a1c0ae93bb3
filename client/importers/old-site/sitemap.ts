import { pathOfUrl, type OldPage, type OldSite } from './old-site.ts';

/** Returns the bytes of a sitemap that another one names. */
export type LoadSitemap = (url: string) => Promise<Uint8Array<ArrayBuffer>>;

/** The most sitemaps of a site, and the most bytes of an unpacked one, as sitemaps.org limits them. */
const MOST = { sitemaps: 1000, bytes: 60 * 1024 * 1024 };

/**
 * Reads a sitemap, and the ones that it names.
 *
 * @param source its file or URL
 * @param load absent where no others can be read
 * @throws Error with one sentence if it is none, or names others that cannot be read
 */
export async function sitemapSite(
  source: string,
  bytes: Uint8Array<ArrayBuffer>,
  load: LoadSitemap | undefined,
): Promise<OldSite> {
  const pages: OldPage[] = [];
  const waiting: { name: string; read: () => Promise<Uint8Array<ArrayBuffer>> }[] = [
    { name: source, read: () => Promise.resolve(bytes) },
  ];
  const known = new Set<string>();
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const xml = await readText(next.name, await next.read());
    const urls = [...xml.matchAll(/<(?:[\w-]+:)?loc\s*>\s*(?:<!\[CDATA\[)?([^<\]]+)/gi)].map(([, url = '']) =>
      withoutEntities(url.trim()),
    );
    if (!/<(?:[\w-]+:)?sitemapindex[\s>]/i.test(xml)) {
      if (!/<(?:[\w-]+:)?urlset[\s>]/i.test(xml)) throw new Error(`${next.name} is not a sitemap.`);
      pages.push(...urls.flatMap((url) => pathOfUrl(url) ?? []).map((path) => ({ path })));
      continue;
    }
    if (!load) throw new Error(`${next.name} names other sitemaps: choose one of these.`);
    for (const url of urls.filter((one) => !known.has(one)).slice(0, MOST.sitemaps - known.size)) {
      known.add(url);
      waiting.push({ name: url, read: () => load(url) });
    }
  }
  return { source, pages, isComplete: false };
}

async function readText(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isPacked) return new TextDecoder().decode(bytes);
  let text = '';
  const decoder = new TextDecoder();
  try {
    for await (const chunk of new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > MOST.bytes) throw new Error(`${name} is larger than 60 MB.`);
    }
  } catch (error) {
    if (error instanceof Error && error.message.startsWith(name)) throw error;
    throw new Error(`${name} is damaged.`, { cause: error });
  }
  return text;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function withoutEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (all, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? all;
    const point = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
    return point <= 0x10_ff_ff ? String.fromCodePoint(point) : all;
  });
}
