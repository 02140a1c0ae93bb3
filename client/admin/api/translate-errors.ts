import { TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';

import type { AppRouter } from '../../index.ts';
import { translateError } from '../errors/translate-error.ts';

/** Translates the message of every failed call, except aborted ones. */
export const translateErrors: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) =>
      next(op).subscribe({
        next: (value) => observer.next(value),
        complete: () => observer.complete(),
        error: (error) => observer.error(op.signal?.aborted ? error : TRPCClientError.from(translateError(error))),
      }),
    );
