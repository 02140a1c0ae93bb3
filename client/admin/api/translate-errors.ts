import { TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';

import type { AppRouter } from '../../index.ts';
import { translateError } from '../ui/translate-error.ts';

/** Where every failure of a call gets the words of the app, whoever shows it. What was given up needs none. */
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
