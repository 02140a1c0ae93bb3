import { ownName } from '../place.ts';

/** The name and the key of the token in localStorage. */
const NAME = 'octavo-admin-token';
const KEY = ownName(NAME);

/** The state of the session. */
export type SessionState =
  /** Signed out: only the login is shown. */
  | 'out'
  | 'in'
  /** The session expired while the app was in use: the login is a dialog over the page. */
  | 'expired'
  /** The password must be changed first. */
  | 'must-change'
  /** A second factor must be set up first. */
  | 'must-enrol';

const listeners = new Set<() => void>();
let token = localStorage.getItem(KEY);
let state: SessionState = token === null ? 'out' : 'in';
let waiting: ((goOn: boolean) => void)[] = [];

/** The session of this page, shared with the other tabs. */
export const session = {
  token: (): string | null => token,
  state: (): SessionState => state,

  /** For useSyncExternalStore. */
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  /** Stores the token after a sign-in or a change of the password. */
  begin(fresh: string, mustChange = false): void {
    token = fresh;
    localStorage.setItem(KEY, fresh);
    become(mustChange ? 'must-change' : 'in');
  },

  /** The service requires a new password. */
  mustChange: (): void => become('must-change'),

  /** The service requires a second factor. */
  mustEnrol: (): void => become('must-enrol'),

  /** It has been set up. */
  enrolled: (): void => become('in'),

  /** Keeps the session for the app at another path of this host. */
  takeTo(path: string): void {
    if (token !== null) localStorage.setItem(NAME + path, token);
  },

  /** Deletes the session after a sign-out. */
  end(): void {
    token = null;
    localStorage.removeItem(KEY);
    become('out');
  },

  /**
   * Waits for the next sign-in.
   *
   * @param used the rejected token; if there is a newer one, this resolves immediately
   * @returns whether to retry; false after a sign-out
   */
  renewed(used: string | null): Promise<boolean> {
    // No screen is mounted behind the form, so no input is lost.
    if (state === 'must-change' || state === 'must-enrol') session.end();
    if (state === 'out') return Promise.resolve(false);
    if (token !== used && state === 'in') return Promise.resolve(true);
    if (state === 'in') become('expired');
    return new Promise((resolve) => waiting.push(resolve));
  },
};

function become(next: SessionState): void {
  state = next;
  if (next === 'in' || next === 'out') {
    const decided = waiting;
    waiting = [];
    decided.forEach((decide) => decide(next === 'in'));
  }
  listeners.forEach((listener) => listener());
}

// Follows sign-ins and sign-outs in other tabs.
window.addEventListener('storage', ({ key, newValue }) => {
  if (key !== KEY || newValue === token) return;
  token = newValue;
  if (newValue !== null) become('in');
  else if (state !== 'out') become('expired');
});
