import { useSyncExternalStore } from 'react';

import { session, type SessionState } from './session.ts';

/** What the session is now; draws anew when that changes. */
export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.state);
}
