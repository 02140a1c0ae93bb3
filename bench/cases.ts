import type { Fleet } from './fleet.ts';
import { slugAt } from './seed-rows.ts';
import type { Job } from './load.ts';
import type { ReadName } from './reads.ts';

/** One row of the benchmark. */
export interface Case {
  /** Such as `hot.list`; a server and a read. */
  id: string;
  name: string;
  /** The bare node:http server that hands out the same. */
  bare?: string;
  /** The bare database that does the same. */
  raw?: string;
  job: Pick<Job, 'url' | 'pid' | 'headers' | 'status' | 'limit' | 'commentOn'>;
}

/** Every case, in the order in which a round goes through them. */
export function casesOf({ servers, reads, posts }: Fleet): Case[] {
  const read = (server: string, what: ReadName, name: string, beside: Pick<Case, 'bare' | 'raw'> = {}): Case => {
    const { path, headers, status, limit } = reads[what];
    const { url, pid } = find(servers, server);
    return {
      id: `${server.split('.')[0]}.${what}`,
      name,
      ...beside,
      job: { url: url + path, pid, headers, status, limit },
    };
  };
  const write = (server: string, id: string, name: string, raw?: string): Case => {
    const { url, pid } = find(servers, server);
    const commentOn = Array.from({ length: posts }, (_, number) => slugAt(number));
    return { id, name, ...(raw && { raw }), job: { url, pid, headers: {}, status: 201, limit: 1, commentOn } };
  };
  const five = (what: 'list' | 'post' | 'comments', name: string) => [
    read(`bare.${what}`, what, `${name}: node:http, from memory`),
    read(`koa.${what}`, what, `${name}: Koa, from memory`, { bare: `bare.${what}` }),
    read('hot', what, `${name}: Octavo`, { bare: `bare.${what}` }),
    read('cold', what, `${name}: Octavo, cache off`, { bare: `bare.${what}`, raw: `raw.${what}` }),
    read('raw', what, `${name}: better-sqlite3`, { bare: `bare.${what}` }),
  ];
  const two = (what: 'search' | 'page' | 'feed' | 'unchanged', name: string) => [
    read(`bare.${what}`, what, `${name}: node:http, from memory`),
    read('hot', what, `${name}: Octavo`, { bare: `bare.${what}` }),
  ];
  return [
    ...five('list', 'List'),
    ...five('post', 'Post'),
    ...five('comments', 'Comments'),
    ...two('search', 'Search'),
    ...two('page', 'Page'),
    ...two('feed', 'Feed'),
    ...two('unchanged', 'List, 304'),
    read('hot', 'trpc', 'List, native tRPC: Octavo', { bare: 'bare.list' }),
    write('writing', 'write.comment', 'Comment written: Octavo', 'raw.comment'),
    write('inserts', 'raw.comment', 'Comment written: better-sqlite3'),
  ];
}

function find(servers: Fleet['servers'], name: string) {
  const server = servers.get(name);
  if (!server) throw new Error(`no server ${name}`);
  return server;
}
