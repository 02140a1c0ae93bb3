import { connect, type Trpc } from '../../connect.ts';
import { translateErrors } from '../api/translate-errors.ts';

/**
 * The calls of the service for somebody who is not signed in, with the setup key in its header.
 *
 * @param setupKey "" for none
 */
export function withSetupKey(setupKey: string): Trpc {
  // A header takes no other characters; a key that has some is wrong, and the service shall say so.
  const key = setupKey.replaceAll(/[^ -~]/g, '?') || undefined;
  return connect({ url: location.origin, setupKey: key }, { token: null, receipts: [] }, [translateErrors]);
}
