import type { Logger } from 'pino';

import { truncateIp } from './truncate-ip.ts';

/** Events of the account, and of all data at once, with their log level and message. */
const events = {
  'login.succeeded': ['info', 'signed in'],
  'login.failed': ['warn', 'a sign-in failed'],
  'login.tier': ['warn', 'sign-in is cooling down'],
  'login.unlocked': ['warn', 'all failed sign-ins are forgotten'],
  'password.changed': ['warn', 'the password is changed, and every other session has ended'],
  'session.revoked': ['info', 'a session has ended'],
  'totp.enabled': ['warn', 'an authenticator app is set up'],
  'totp.renewed': ['warn', 'the recovery codes are replaced'],
  'totp.removed': ['warn', 'the authenticator app is removed'],
  'passkey.created': ['warn', 'a passkey is registered'],
  'passkey.removed': ['warn', 'a passkey is removed'],
  'second-factor.reset': ['warn', 'every second factor is removed, and every session has ended'],
  reauthenticated: ['info', 'the owner is confirmed'],
  'key.created': ['warn', 'an API key is created'],
  'key.revoked': ['info', 'an API key is revoked'],
  'keys.replaced': ['warn', 'the keys that sign webhooks and links are replaced'],
  'webhook.created': ['warn', 'a webhook is created'],
  'webhook.changed': ['info', 'a webhook is changed'],
  'webhook.removed': ['info', 'a webhook is deleted'],
  'subscribers.imported': ['info', 'subscribers are imported'],
  'subscribers.exported': ['info', 'subscribers are exported'],
  setup: ['info', 'the administrator is set up'],
  export: ['info', 'posts are exported'],
  import: ['info', 'posts are imported'],
  restore: ['warn', 'a backup is restored'],
} as const satisfies Record<string, [level: 'info' | 'warn', sentence: string]>;

/** The name of an event, in the log's field `event`. */
export type SecurityEvent = keyof typeof events;

/** The names of all events with their level. */
export const securityEvents: readonly (readonly [name: string, level: string])[] = Object.entries(events).map(
  ([name, [level]]) => [name, level],
);

/** Whether this version knows an event, which a command of another version may have stored. */
export function isSecurityEvent(name: unknown): name is SecurityEvent {
  return typeof name === 'string' && Object.hasOwn(events, name);
}

/** The request that caused it; absent for commands on the server. */
interface Actor {
  log: Logger;
  request?: { clientIp: string };
}

/**
 * Writes one log line with the fields `event` and `client` (the network of the client, as in the access log).
 *
 * @param details further fields; never a password, key, token or full IP address. `alert` makes the line an error.
 */
export function logSecurityEvent(
  { log, request }: Actor,
  event: SecurityEvent,
  details: Record<string, unknown> = {},
): void {
  const [level, sentence] = events[event];
  const who = request && { client: truncateIp(request.clientIp) };
  log['alert' in details ? 'error' : level]({ event, ...who, ...details }, sentence);
}
