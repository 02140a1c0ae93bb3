import { useSyncExternalStore } from 'react';

import { session, type SessionState } from './session.ts';

/** The current session state. */
export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.state);
}
