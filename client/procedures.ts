import type { inferProcedureInput, inferProcedureOutput, AnyProcedure } from '@trpc/server';

import type { AppRouter } from '../routers/index.ts';

type Routers = AppRouter['_def']['record'];

/** Options of a call. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** Every procedure of the service as a function: `posts.list({ page: 2 })`. */
export type Procedures = { [R in keyof Routers]: { [P in keyof Routers[R]]: Call<Routers[R][P]> } };

type Call<P> = P extends AnyProcedure
  ? undefined extends inferProcedureInput<P>
    ? (input?: inferProcedureInput<P>, options?: CallOptions) => Promise<inferProcedureOutput<P>>
    : (input: inferProcedureInput<P>, options?: CallOptions) => Promise<inferProcedureOutput<P>>
  : never;

/** Whether a procedure reads or writes. The client has the router's types only, so it needs this table at run time. */
export type Kind = 'query' | 'mutation';
type Kinds = { [R in keyof Routers]: { [P in keyof Routers[R]]: KindOf<Routers[R][P]> } };
type KindOf<P> = P extends { _def: { type: infer K } } ? K : never;

/** The procedures by name. A difference from the router is a compile error. */
export const kinds: Kinds = {
  admin: {
    changePassword: 'mutation',
    clientIp: 'query',
    confirmDevice: 'mutation',
    endDevice: 'mutation',
    health: 'query',
    login: 'mutation',
    logout: 'mutation',
    logoutEverywhere: 'mutation',
    newDevices: 'query',
    revokeSession: 'mutation',
    session: 'query',
    sessions: 'query',
    setup: 'mutation',
    state: 'query',
  },
  changes: { list: 'query' },
  comments: {
    all: 'query',
    bulk: 'mutation',
    counts: 'query',
    delete: 'mutation',
    edit: 'mutation',
    get: 'query',
    like: 'mutation',
    list: 'query',
    moderate: 'mutation',
    reply: 'mutation',
    submit: 'mutation',
    withdraw: 'mutation',
  },
  keys: { create: 'mutation', list: 'query', revoke: 'mutation' },
  media: { add: 'mutation', delete: 'mutation', list: 'query', update: 'mutation', uses: 'query' },
  pictures: { measure: 'mutation', unmeasured: 'query' },
  posts: {
    all: 'query',
    bulk: 'mutation',
    create: 'mutation',
    delete: 'mutation',
    get: 'query',
    list: 'query',
    rename: 'mutation',
    render: 'mutation',
    update: 'mutation',
  },
  preview: { link: 'mutation', links: 'query', read: 'query', revoke: 'mutation' },
  reports: { clear: 'mutation', list: 'query', submit: 'mutation' },
  revisions: { get: 'query', list: 'query', restore: 'mutation' },
  search: { query: 'query' },
  settings: { get: 'query', site: 'query', update: 'mutation' },
  stats: { all: 'query', days: 'query', like: 'mutation', popular: 'query', view: 'mutation' },
  transfer: { export: 'query', import: 'mutation' },
  workingCopies: { discard: 'mutation', get: 'query', publish: 'mutation', save: 'mutation' },
};
