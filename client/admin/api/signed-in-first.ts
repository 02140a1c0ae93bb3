import type { TRPCClientError, TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';

import { asBlogError } from '../../errors.ts';
import type { AppRouter } from '../../index.ts';
import { session } from '../session/session.ts';

/** Calls for which nobody has to be signed in, or to sign in again only to sign out. */
const WITHOUT = new Set(['admin.login', 'admin.logout', 'admin.setup', 'admin.state', 'settings.site']);

/**
 * A call whose session is over waits until somebody signed in again, and is then made once more. So nothing that was
 * typed or sent is lost when a session ends.
 */
export const signedInFirst: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let stopped = false;
      let current = attempt();

      function attempt() {
        const used = session.token();
        return next(op).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error(error) {
            const { code } = asBlogError(error);
            if (code === 'PASSWORD_CHANGE_REQUIRED') session.mustChange();
            if (WITHOUT.has(op.path) || code !== 'UNAUTHORIZED') return observer.error(error);
            void goOn(used, error);
          },
        });
      }

      async function goOn(used: string | null, refusal: TRPCClientError<AppRouter>): Promise<void> {
        const isRenewed = await session.renewed(used);
        if (stopped) return;
        if (isRenewed) current = attempt();
        else observer.error(refusal);
      }

      return () => {
        stopped = true;
        current.unsubscribe();
      };
    });
