import { TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';

import type { AppRouter } from '../routers/index.ts';

/** Ends a call as soon as its signal aborts, although a retry is due or the other calls of its batch go on. */
export const abortAtOnce: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      const call = next(op).subscribe(observer);
      const abort = () => observer.error(TRPCClientError.from(op.signal?.reason as Error));
      op.signal?.addEventListener('abort', abort, { once: true });
      return () => {
        op.signal?.removeEventListener('abort', abort);
        call.unsubscribe();
      };
    });
