import { isPicture } from './media-files.ts';
import { ownCopy } from './own-copy.ts';

/** Pictures that stay at another host. */
export interface Elsewhere {
  host: string;
  urls: string[];
}

/** The URLs of reports, so that each counts once. */
const known = new WeakMap<Elsewhere[], Map<string, Set<string>>>();

/** Notes which of the URLs in a post are pictures of other hosts. */
export function noteElsewhere({ elsewhere }: { elsewhere: Elsewhere[] }, urls: Iterable<string>): void {
  const hosts = known.get(elsewhere) ?? new Map<string, Set<string>>();
  known.set(elsewhere, hosts);
  for (const written of urls) {
    if (!isForeignPicture(written)) continue;
    const url = ownCopy(written);
    const { host } = new URL(url);
    const found = hosts.get(host) ?? new Set();
    if (!hosts.has(host)) {
      hosts.set(host, found);
      elsewhere.push({ host, urls: [] });
    }
    if (found.has(url)) continue;
    found.add(url);
    elsewhere.find((one) => one.host === host)!.urls.push(url);
  }
}

function isForeignPicture(url: string): boolean {
  return /^https?:/i.test(url) && URL.canParse(url) && isPicture(new URL(url).pathname);
}
