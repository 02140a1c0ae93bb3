import type { Policy } from '../../routers/core/context.ts';
import { originMatcher } from '../../routers/core/origin.ts';
import { VERSION } from '../../shared/version.ts';
import type { Config } from './config.ts';

/** The part of the configuration that procedures use. */
export function policyOf(config: Config): Policy {
  const { siteUrl, setupKey, corsOrigins, mediaPublicUrl, webhookPrivate, smtpUrl, mailFrom, mailConfirmations } =
    config;
  const requiresSecondFactor = config.secondFactorRequired === 'true';
  return {
    release: VERSION,
    siteUrl,
    setupKey,
    requiresSecondFactor,
    servesOnlyThreads: config.site === 'threads',
    allowsOrigin: originMatcher(corsOrigins),
    mediaPublicUrl,
    allowsPrivateWebhooks: webhookPrivate === 'allow',
    offersMail: smtpUrl !== null,
    mailFrom: smtpUrl === null ? null : (mailFrom?.address ?? null),
    mailConfirmations,
  };
}
