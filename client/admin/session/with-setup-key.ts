import type { TRPCUntypedClient } from '@trpc/client';

import type { AppRouter } from '../../index.ts';
import { connect } from '../api/connect.ts';
import { translateErrors } from '../api/translate-errors.ts';

/**
 * The calls of the service for somebody who is not signed in, with the setup key in its header.
 *
 * @param setupKey "" for none
 */
export function withSetupKey(setupKey: string): TRPCUntypedClient<AppRouter> {
  // A header takes no other characters; a key that has some is wrong, and the service shall say so.
  const key = setupKey.replaceAll(/[^ -~]/g, '?');
  return connect((): Record<string, string> => (key ? { 'x-setup-key': key } : {}), [translateErrors]);
}
