import type { Logger } from 'pino';

import { truncateIp } from './truncate-ip.ts';

/** What happens to the account, or to all data at once: its level in the log, and the sentence. */
const events = {
  'login.succeeded': ['info', 'signed in'],
  'login.failed': ['warn', 'a sign-in failed'],
  'login.tier': ['warn', 'sign-in is cooling down'],
  'login.unlocked': ['warn', 'all failed sign-ins are forgotten'],
  'password.changed': ['warn', 'the password is changed, and every other session has ended'],
  'session.revoked': ['info', 'a session has ended'],
  'key.created': ['warn', 'an API key is created'],
  'key.revoked': ['info', 'an API key is revoked'],
  setup: ['info', 'the administrator is set up'],
  export: ['info', 'posts are exported'],
  import: ['info', 'posts are imported'],
  restore: ['warn', 'a backup is restored'],
} as const satisfies Record<string, [level: 'info' | 'warn', sentence: string]>;

/** The name of an event, as it stands in the log's field `event`. */
export type SecurityEvent = keyof typeof events;

/** Whether this version knows an event: another version of a command may have named it. */
export function isSecurityEvent(name: unknown): name is SecurityEvent {
  return typeof name === 'string' && Object.hasOwn(events, name);
}

/** Who did it: a request, or nobody when it was done at the server's own console. */
interface Actor {
  log: Logger;
  request?: { clientIp: string };
}

/**
 * Writes one line to the log, with the fields `event` and `client` (the network of the client, as in the access log).
 *
 * @param details further fields; never a password, key, token or whole address. `alert` makes the line an error.
 */
export function noteEvent({ log, request }: Actor, event: SecurityEvent, details: Record<string, unknown> = {}): void {
  const [level, sentence] = events[event];
  const who = request && { client: truncateIp(request.clientIp) };
  log['alert' in details ? 'error' : level]({ event, ...who, ...details }, sentence);
}
