import { createHash } from 'node:crypto';

import type { Meta } from '../../routers/core/procedures.ts';
import { procedures } from '../../server/http/procedure-routes.ts';
import { readTargets, type Candidates } from './walk.ts';
import type { TestService } from './service.ts';
import { freshAddress } from './visitors.ts';

/** The compared headers: all except those that contain the time of the response. */
const COMPARED = ['content-type', 'etag', 'cache-control', 'location', 'content-length', 'content-disposition', 'link'];

/** Public paths that are neither procedures nor linked from pages. */
const ENTRANCES = [
  ...['/', '/archive', '/guestbook', '/search?q=harbour', '/robots.txt', '/llms.txt', '/sitemap.xml', '/feed.xml'],
  ...['/atom.xml', '/feed.json', '/.well-known/ard.json', '/manifest.webmanifest', '/nowhere', '/api/openapi.json'],
];

/** Procedures whose responses depend on the database: a cursor of its changes, and the state of the set-up. */
const OF_THE_DATABASE = new Set(['changes.list', 'admin.state']);

/** An answer that a visitor gets. */
export interface PublicAnswer {
  status: number;
  /** Those of COMPARED that it has. */
  headers: Record<string, string>;
  body: Buffer;
}

/**
 * The answer at every public URL: those of the procedures, of the pages, and all to which pages link.
 *
 * @param known values of the inputs of procedures
 * @returns status, headers and the hash of the body, by URL
 */
export async function publicAnswers(
  { url }: TestService,
  known: Candidates,
  further: readonly string[] = [],
): Promise<Map<string, string>> {
  const answers = await readPublicAnswers(url, known, further);
  return new Map([...answers].map(([path, answer]) => [path, digest(answer)]));
}

function digest({ status, headers, body }: PublicAnswer): string {
  const lines = COMPARED.map((name) => `${name}: ${headers[name] ?? ''}`);
  return [status, ...lines, createHash('sha256').update(body).digest('hex').slice(0, 12)].join('\n');
}

/** The same answers unchanged. @param isWanted excludes other URLs */
export async function readPublicAnswers(
  url: string,
  known: Candidates,
  further: readonly string[] = [],
  isWanted: (path: string) => boolean = () => true,
): Promise<Map<string, PublicAnswer>> {
  const answers = new Map<string, PublicAnswer>();
  const waiting = [...ENTRANCES, ...further, ...readTargets(known, isPublic)];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (answers.has(path) || !isWanted(path)) continue;
    const answer = await readPublicAnswer(url + path);
    answers.set(path, answer);
    if (answer.headers['content-type']?.startsWith('text/html')) waiting.push(...linksIn(answer.body.toString()));
    const { location } = answer.headers;
    if (location?.startsWith('/')) waiting.push(location);
  }
  return answers;
}

/** The answer to a visitor at a URL, without following redirects. */
export async function readPublicAnswer(url: string): Promise<PublicAnswer> {
  const response = await fetch(url, { redirect: 'manual', headers: freshAddress() });
  const headers = COMPARED.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return {
    status: response.status,
    headers: Object.fromEntries(headers),
    body: Buffer.from(await response.arrayBuffer()),
  };
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
