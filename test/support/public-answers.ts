import { createHash } from 'node:crypto';

import type { Meta } from '../../routers/trpc.ts';
import { procedures } from '../../server/routes.ts';
import { readTargets, type Candidates } from './walk.ts';
import type { TestService } from './service.ts';
import { freshAddress } from './visitors.ts';

/** The headers that a visitor gets, without those that say when the response was made. */
const COMPARED = ['content-type', 'etag', 'cache-control', 'location', 'content-length', 'content-disposition', 'link'];

/** Public paths that are neither procedures nor linked from pages. */
const ENTRANCES = [
  ...['/', '/archive', '/guestbook', '/search?q=harbour', '/robots.txt', '/llms.txt', '/sitemap.xml', '/feed.xml'],
  ...['/atom.xml', '/feed.json', '/.well-known/ard.json', '/manifest.webmanifest', '/nowhere', '/api/openapi.json'],
];

/** Their answers belong to a database: a cursor of its changes, and how the owner signs in. */
const OF_THE_DATABASE = new Set(['changes.list', 'admin.state']);

/**
 * The answer at every public URL: those of the procedures, of the pages, and all to which pages link.
 *
 * @param known values of the inputs of procedures
 * @returns status, headers and the hash of the body, by URL
 */
export async function publicAnswers(
  service: TestService,
  known: Candidates,
  further: readonly string[] = [],
): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  const waiting = [...ENTRANCES, ...further, ...readTargets(known, isPublic)];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (answers.has(path)) continue;
    const response = await fetch(service.url + path, { redirect: 'manual', headers: freshAddress() });
    const body = Buffer.from(await response.arrayBuffer());
    const headers = COMPARED.map((name) => `${name}: ${response.headers.get(name) ?? ''}`);
    const hash = createHash('sha256').update(body).digest('hex').slice(0, 12);
    answers.set(path, [response.status, ...headers, hash].join('\n'));
    if (response.headers.get('content-type')?.startsWith('text/html')) waiting.push(...linksIn(body.toString()));
    const location = response.headers.get('location');
    if (location?.startsWith('/')) waiting.push(location);
  }
  return answers;
}

function isPublic(name: string): boolean {
  return (procedures[name]!._def.meta as Meta).access === 'public' && !OF_THE_DATABASE.has(name);
}

/** URLs of this site in the attributes of a page. */
function linksIn(html: string): string[] {
  const values = html.matchAll(/(?:href|src|srcset|content)="([^"]*)"/g);
  return [...values]
    .flatMap(([, value = '']) => value.split(/,\s+/))
    .map((value) => value.split(' ')[0]!.replaceAll('&amp;', '&').replace('https://blog.example', ''))
    .filter((path) => /^\/(?!\/)/.test(path) && !path.startsWith('/admin'))
    .map((path) => path.replace(/#.*/, ''));
}

/** The URLs whose answers differ, with both answers. */
export function differences(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): unknown[] {
  const paths = new Set([...a.keys(), ...b.keys()]);
  return [...paths].filter((path) => a.get(path) !== b.get(path)).map((path) => [path, a.get(path), b.get(path)]);
}
