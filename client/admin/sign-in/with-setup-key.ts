import type { TRPCUntypedClient } from '@trpc/client';

import type { AppRouter } from '../../index.ts';
import { connect } from '../api/connect.ts';
import { translateErrors } from '../api/translate-errors.ts';

/**
 * A client for calls before the sign-in, with the setup key in its header.
 *
 * @param setupKey "" for none
 */
export function withSetupKey(setupKey: string): TRPCUntypedClient<AppRouter> {
  // Headers allow only these characters. A key with others is wrong, and the service should be the one to reject it.
  const key = setupKey.replaceAll(/[^ -~]/g, '?');
  return connect((): Record<string, string> => (key ? { 'x-setup-key': key } : {}), [translateErrors]);
}
