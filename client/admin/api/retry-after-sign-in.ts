import type { TRPCClientError, TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';

import { asBlogError } from './as-blog-error.ts';
import type { AppRouter } from '../../index.ts';
import { session } from '../session/session.ts';

/** Calls that need no session, or that do not justify a new sign-in. */
const EXCLUDED = new Set(['admin.login', 'admin.logout', 'admin.setup', 'admin.state', 'settings.site']);

/**
 * A call whose session has expired waits for a new sign-in and is then retried, so that no input is lost.
 */
export const retryAfterSignIn: TRPCLink<AppRouter> =
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
            if (EXCLUDED.has(op.path) || code !== 'UNAUTHORIZED') return observer.error(error);
            void retry(used, error);
          },
        });
      }

      async function retry(used: string | null, failure: TRPCClientError<AppRouter>): Promise<void> {
        const isRenewed = await session.renewed(used);
        if (stopped) return;
        if (isRenewed) current = attempt();
        else observer.error(failure);
      }

      return () => {
        stopped = true;
        current.unsubscribe();
      };
    });
