/** Where the token is kept, for this browser. */
const KEY = 'octavo-admin-token';

/** What the app knows of its session. */
export type SessionState =
  /** Nobody is signed in: the login is all there is. */
  | 'out'
  | 'in'
  /** The session ended while somebody worked: the login lies over the page. */
  | 'expired'
  /** The password has to be changed first. */
  | 'must-change';

const listeners = new Set<() => void>();
let token = localStorage.getItem(KEY);
let state: SessionState = token === null ? 'out' : 'in';
let waiting: ((goOn: boolean) => void)[] = [];

/** The one session of this page, shared with the other tabs. */
export const session = {
  token: (): string | null => token,
  state: (): SessionState => state,

  /** For useSyncExternalStore. */
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  /** Somebody signed in, or changed the password. */
  begin(fresh: string, mustChange = false): void {
    token = fresh;
    localStorage.setItem(KEY, fresh);
    become(mustChange ? 'must-change' : 'in');
  },

  /** The service wants another password first. */
  mustChange: (): void => become('must-change'),

  /** Somebody signed out: nothing of the session is left. */
  end(): void {
    token = null;
    localStorage.removeItem(KEY);
    become('out');
  },

  /**
   * Waits until somebody signed in again.
   *
   * @param used the token that was refused; when another one is there by now, nobody has to wait
   * @returns whether to try again; not when somebody signed out
   */
  renewed(used: string | null): Promise<boolean> {
    // Nothing lies behind the door that could get lost.
    if (state === 'must-change') session.end();
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

// Another tab signed in or out.
window.addEventListener('storage', ({ key, newValue }) => {
  if (key !== KEY || newValue === token) return;
  token = newValue;
  if (newValue !== null) become('in');
  else if (state !== 'out') become('expired');
});
