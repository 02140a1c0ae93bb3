// Compiles only if the generated types of the client match those of the router.
import type { inferRouterError, inferRouterInputs, inferRouterOutputs } from '@trpc/server';

import type { AppRouter, BlogInputs, BlogOutputs } from '../../../client/api/generated/trpc.ts';
import type { kinds } from '../../../client/api/generated/procedures.ts';
import type { appRouter } from '../../../routers/index.ts';

type Router = typeof appRouter;
type Routers = Router['_def']['record'];
/** Identity; mutual assignability would ignore optional fields. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- each function is compared as a whole
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Flat<T> = T extends object ? { [K in keyof T]: Flat<T[K]> } : T;
/** Without subscriptions, which the client calls by itself. */
type Kinds = {
  [R in keyof Routers as R extends 'events' ? never : R]: { [P in keyof Routers[R]]: KindOf<Routers[R][P]> };
};
type MessageOf<T> = T extends AsyncIterable<infer M> ? M : never;
type KindOf<P> = P extends { _def: { type: infer K } } ? K : never;
type Writable<T> = { -readonly [R in keyof T]: { -readonly [P in keyof T[R]]: T[R][P] } };

export const equal: {
  inputs: Equal<Flat<BlogInputs>, Flat<inferRouterInputs<Router>>>;
  outputs: Equal<Flat<BlogOutputs>, Flat<inferRouterOutputs<Router>>>;
  trpcInputs: Equal<Flat<inferRouterInputs<AppRouter>>, Flat<inferRouterInputs<Router>>>;
  trpcOutputs: Equal<Flat<inferRouterOutputs<AppRouter>>, Flat<inferRouterOutputs<Router>>>;
  kinds: Equal<Writable<typeof kinds>, Kinds>;
  messages: Equal<
    Flat<MessageOf<BlogOutputs['events']['stream']>>,
    Flat<MessageOf<inferRouterOutputs<Router>['events']['stream']>>
  >;
} = { inputs: true, outputs: true, trpcInputs: true, trpcOutputs: true, kinds: true, messages: true };
export type Errors = [inferRouterError<AppRouter>, inferRouterError<Router>];
