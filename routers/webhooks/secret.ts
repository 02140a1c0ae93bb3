import { createHmac } from 'node:crypto';
import type { SqlEntityManager } from '@mikro-orm/sql';

import type { Clock } from '../base/clock.ts';
import { secretKey } from '../base/secret-keys.ts';

const PREFIX = 'whsec_';

/**
 * The key that signs for a webhook, as its receiver gets it: `whsec_` and 32 bytes in base64. It is derived from the id
 * with a key of the service, so that the table of webhooks contains no secret.
 */
export async function signingSecret(em: SqlEntityManager, clock: Clock, webhookId: string): Promise<string> {
  const key = await secretKey(em, clock, 'webhooks');
  return PREFIX + createHmac('sha256', key).update(webhookId).digest('base64');
}

/** A message as it is signed. */
export interface SignedMessage {
  /** The header `webhook-id`. */
  id: string;
  /** Seconds since 1970, of the attempt. */
  timestamp: number;
  body: string;
}

/** The header `webhook-signature` by the Standard Webhooks specification. */
export function signMessage({ id, timestamp, body }: SignedMessage, secret: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}
