import type { SqlEntityManager } from '@mikro-orm/sql';

import { PreviewLink } from '../../entities/preview-link.ts';
import type { Services } from '../core/context.ts';
import { deleteKeys } from '../base/secret-keys.ts';
import { signingSecret } from '../webhooks/secret.ts';
import { listWebhooks } from '../webhooks/webhooks.ts';

/** A webhook with the key of its signatures. */
export interface WebhookSecret {
  id: string;
  url: string;
  secret: string;
}

/** Ends every preview link, every link to a download, and the links in the owner's mails. */
export async function endOwnerLinks(tx: SqlEntityManager): Promise<void> {
  await deleteKeys(tx, ['preview', 'downloads', 'mail-owner']);
  await tx.nativeDelete(PreviewLink, {});
}

/**
 * Replaces every key that signs something: of webhooks, previews, downloads and the links in mails. What was signed
 * before is no longer valid. The keys of hashes stay: without them, a list of ended subscriptions knows nobody.
 *
 * @param note runs in the same transaction
 * @returns the new secrets of all webhooks, oldest first
 */
export async function replaceSigningKeys(
  { em, clock }: Pick<Services, 'em' | 'clock'>,
  note: (tx: SqlEntityManager) => Promise<void>,
): Promise<WebhookSecret[]> {
  await em.fork().transactional(async (tx) => {
    await endOwnerLinks(tx);
    await deleteKeys(tx, ['mail', 'webhooks']);
    await note(tx);
  });
  const secrets: WebhookSecret[] = [];
  for (const { id, url } of await listWebhooks({ em: em.fork() })) {
    secrets.push({ id, url, secret: await signingSecret(em, clock, id) });
  }
  return secrets;
}
