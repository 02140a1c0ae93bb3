import type { TRPCClientError, TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';

import { asBlogError } from '../errors/as-blog-error.ts';
import type { AppRouter } from '../../index.ts';
import { proof } from '../session/proof.ts';
import { session } from '../session/session.ts';

/** Calls that need no session, or that do not justify a new sign-in. */
const EXCLUDED = new Set([
  'admin.login',
  'admin.logout',
  'admin.setup',
  'passkeys.login',
  'admin.state',
  'settings.site',
]);

/**
 * A call whose session has expired, or that needs a proof of the owner, waits for it and is then retried, so that no
 * input is lost.
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
            if (code === 'SECOND_FACTOR_REQUIRED') session.mustEnrol();
            if (code === 'REAUTHENTICATION_NEEDED') return void retry(proof.wanted(), error);
            if (EXCLUDED.has(op.path) || code !== 'UNAUTHORIZED') return observer.error(error);
            void retry(session.renewed(used), error);
          },
        });
      }

      async function retry(ready: Promise<boolean>, failure: TRPCClientError<AppRouter>): Promise<void> {
        const isReady = await ready;
        if (stopped) return;
        if (isReady) current = attempt();
        else observer.error(failure);
      }

      return () => {
        stopped = true;
        current.unsubscribe();
      };
    });
