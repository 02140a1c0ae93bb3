import { TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';

import type { AppRouter } from '../../index.ts';
import { inWords } from '../ui/in-words.ts';

/** Where every failure of a call gets the words of the app, whoever shows it. What was given up needs none. */
export const saidInWords: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) =>
      next(op).subscribe({
        next: (value) => observer.next(value),
        complete: () => observer.complete(),
        error: (error) => observer.error(op.signal?.aborted ? error : TRPCClientError.from(inWords(error))),
      }),
    );
