import { Agent } from 'node:http';

import { clientAddress, headerOf, send, type Answer } from './plain-http.ts';
import { linksOf, type PageLinks } from './links.ts';

/** Something that is wrong with a page. */
export interface Problem {
  /** Path and query of the page. */
  page: string;
  what: string;
}

/** A link that leads nowhere. */
export interface BrokenLink extends Problem {
  /** As the page has it. */
  target: string;
}

/** What a crawl came to. */
export interface Crawl {
  /** The HTML of every page by path and query. */
  pages: Map<string, string>;
  /** How many addresses were asked for, files included. */
  asked: number;
  /** How many links were followed, the same ones from other pages included. */
  links: number;
  broken: BrokenLink[];
}

export interface CrawlOptions {
  /** Paths to begin with. */
  from: readonly string[];
  /** How many requests are under way at once. */
  atOnce?: number;
  /** Further addresses of the site, such as `https://blog.example`. */
  origins?: readonly string[];
}

/** Redirects in a row that are followed. */
const HOPS = 5;

/**
 * Asks for every address of the site that can be reached, each from a client address of its own so that no limit is
 * met, and checks that each is there, with the places within it that links name.
 */
export async function crawl(url: string, { from, atOnce = 8, origins = [] }: CrawlOptions): Promise<Crawl> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const site = new Set([url, ...origins]);
  const known = new Map<string, Visited>();
  const waiting = from.map((path) => ({ page: '(where it began)', path }));
  const links: { page: string; target: string; path: string; place: string }[] = [];

  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if (known.has(next.path)) continue;
      known.set(next.path, UNDER_WAY);
      const visited = await visit(url, next.path, known.size, agent, site);
      known.set(next.path, visited);
      for (const target of new Set(visited.targets)) {
        const to = insideOf(site, target, url + visited.path);
        if (to === null) continue;
        links.push({ page: next.path, target, ...to });
        if (!known.has(to.path)) waiting.push({ page: next.path, path: to.path });
      }
    }
  };
  // A worker that finds no URL ends, so all of them are started again while there are URLs left.
  while (waiting.length > 0) await Promise.all(Array.from({ length: atOnce }, work));
  agent.destroy();

  const broken = links.flatMap(({ page, target, path, place }): BrokenLink[] => {
    const { problem, ids } = known.get(path) ?? UNDER_WAY;
    if (problem !== null) return [{ page, target, what: `${target} ${problem}` }];
    if (place === '' || ids === null || ids.has(place)) return [];
    return [{ page, target, what: `${target} names a place that is not there` }];
  });
  for (const path of from) {
    const problem = known.get(path)?.problem ?? null;
    if (problem !== null) broken.push({ page: path, target: path, what: `it ${problem}` });
  }
  const pages = new Map([...known].flatMap(([path, { html }]) => (html === null ? [] : [[path, html] as const])));
  return { pages, asked: known.size, links: links.length, broken };
}

interface Visited {
  /** Where it came to by redirects. */
  path: string;
  problem: string | null;
  html: string | null;
  targets: readonly string[];
  /** Null when the response is not a page. */
  ids: PageLinks['ids'] | null;
}

const UNDER_WAY: Visited = { path: '', problem: 'was not visited', html: null, targets: [], ids: null };

async function visit(url: string, path: string, number: number, agent: Agent, site: Set<string>): Promise<Visited> {
  let at = path;
  for (let hop = 0; hop < HOPS; hop++) {
    const answer = await send(url + at, { headers: { ...clientAddress(number >> 16, number), accept: '*/*' }, agent });
    if (answer.status >= 300 && answer.status < 400) {
      const to = insideOf(site, headerOf(answer, 'location'), url + at);
      if (to === null) return { ...UNDER_WAY, path: at, problem: null };
      at = to.path;
    } else return read(at, answer, hop > 0);
  }
  return { ...UNDER_WAY, path: at, problem: `more than ${HOPS} redirects` };
}

function read(path: string, answer: Answer, redirected: boolean): Visited {
  if (answer.status !== 200) return { ...UNDER_WAY, path, problem: `answers ${answer.status}` };
  const type = headerOf(answer, 'content-type');
  const text = answer.body.toString();
  if (type.startsWith('text/html')) {
    // The page itself is read at its own address.
    return { path, problem: null, html: redirected ? null : text, ...linksOf(text) };
  }
  const targets = /sitemap/.test(path)
    ? [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address)
    : [];
  const icons = type.includes('manifest') ? iconsOf(text) : [];
  return { path, problem: null, html: null, targets: [...targets, ...icons], ids: null };
}

function iconsOf(manifest: string): string[] {
  const { icons = [] } = JSON.parse(manifest) as { icons?: { src: string }[] };
  return icons.map(({ src }) => src);
}

/** Where a link leads within the site; null when it leaves it, or cannot be an address. */
function insideOf(site: Set<string>, target: string, base: string): { path: string; place: string } | null {
  if (!URL.canParse(target, base)) return null;
  const { origin, pathname, search, hash } = new URL(target, base);
  if (!site.has(origin)) return null;
  return { path: pathname + search, place: placeOf(hash) };
}

/** What a fragment names: nothing for the top of a page, or for words that the browser shall look for. */
function placeOf(hash: string): string {
  const name = hash.slice(1).replace(/:~:.*$/, '');
  if (name === 'top') return '';
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
