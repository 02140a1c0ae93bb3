// Compiles only while the generated types of the client are those of the router.
import type { inferRouterError, inferRouterInputs, inferRouterOutputs } from '@trpc/server';

import type { AppRouter, BlogInputs, BlogOutputs } from '../../../client/generated/trpc.ts';
import type { kinds } from '../../../client/generated/procedures.ts';
import type { appRouter } from '../../../routers/index.ts';

type Router = typeof appRouter;
type Routers = Router['_def']['record'];
/** Identity, which mutual assignability is not: that misses optional fields. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- each function is compared as a whole
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Flat<T> = T extends object ? { [K in keyof T]: Flat<T[K]> } : T;
type Kinds = { [R in keyof Routers]: { [P in keyof Routers[R]]: KindOf<Routers[R][P]> } };
type KindOf<P> = P extends { _def: { type: infer K } } ? K : never;
type Writable<T> = { -readonly [R in keyof T]: { -readonly [P in keyof T[R]]: T[R][P] } };

export const equal: {
  inputs: Equal<Flat<BlogInputs>, Flat<inferRouterInputs<Router>>>;
  outputs: Equal<Flat<BlogOutputs>, Flat<inferRouterOutputs<Router>>>;
  trpcInputs: Equal<Flat<inferRouterInputs<AppRouter>>, Flat<inferRouterInputs<Router>>>;
  trpcOutputs: Equal<Flat<inferRouterOutputs<AppRouter>>, Flat<inferRouterOutputs<Router>>>;
  kinds: Equal<Writable<typeof kinds>, Kinds>;
} = { inputs: true, outputs: true, trpcInputs: true, trpcOutputs: true, kinds: true };
export type Errors = [inferRouterError<AppRouter>, inferRouterError<Router>];
