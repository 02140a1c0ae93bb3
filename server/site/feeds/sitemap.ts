import type { CallContext } from '../../../routers/core/context.ts';
import { appError } from '../../../routers/base/errors.ts';
import { countListed, listedIds } from '../../../routers/posts/feed.ts';
import type { Html } from '../../html/html.ts';
import { articlePath } from '../../process/paths.ts';
import type { FeedContext } from './feed-context.ts';
import { xml, xmlDocument } from './xml.ts';

/** The maximum number of URLs in a file (https://www.sitemaps.org/protocol.html). */
const MAX_URLS = 50_000;

/** The URLs of the home page and of all posts and pages that search engines may list; above 50,000 an index of parts. */
export async function sitemap({ call, base }: FeedContext): Promise<string> {
  const { parts } = await measure(call, base);
  if (parts === 1) return part(call, base, 1);
  const numbers = Array.from({ length: parts }, (_, at) => at + 1);
  return xmlDocument(xml`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${numbers.map((number) => xml`<sitemap><loc>${base}/sitemap-${number}.xml</loc></sitemap>\n`)}</sitemapindex>`);
}

/**
 * One part of a large sitemap.
 *
 * @param number from 1
 * @throws NOT_FOUND
 */
export async function sitemapPart({ call, base }: FeedContext, number: number): Promise<string> {
  const { parts } = await measure(call, base);
  if (parts === 1 || number > parts) throw appError('NOT_FOUND', 'There is no such part of the sitemap.');
  return part(call, base, number);
}

async function measure(call: CallContext, base: string): Promise<{ parts: number }> {
  const count = await countListed(call, base);
  return { parts: Math.ceil((count + 1) / MAX_URLS) };
}

/** The home page is the first URL of the first part. */
async function part(call: CallContext, base: string, number: number): Promise<string> {
  const home = number === 1;
  const window = { base, limit: home ? MAX_URLS - 1 : MAX_URLS, offset: Math.max(0, (number - 1) * MAX_URLS - 1) };
  const urls: Html[] = home ? [xml`<url><loc>${base}/</loc></url>\n`] : [];
  for await (const posts of listedIds(call, window)) {
    urls.push(
      xml`${posts.map(
        (one) => xml`<url><loc>${base}${articlePath(one)}</loc><lastmod>${one.updated_at}</lastmod></url>\n`,
      )}`,
    );
  }
  return xmlDocument(xml`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls}</urlset>`);
}
