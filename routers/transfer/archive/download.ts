import type { CallContext, Services } from '../../core/context.ts';
import { secretKey } from '../../base/secret-keys.ts';
import { sameSecret, signatureOf } from '../../base/secrets.ts';
import type { DownloadKind } from './schemas.ts';

/** Where downloads are; the token follows. */
export const DOWNLOADS = '/api/admin/downloads/';

/** How long after the link a download may begin, in milliseconds. */
const LIFE = 60_000;

/** The download that a token allows. */
export interface Download {
  kind: DownloadKind;
  /** Whether settings and subscribers are included, which API keys cannot read. */
  forSession: boolean;
}

/** Makes a link to a download that a browser can open without the header Authorization. */
export async function linkDownload(ctx: CallContext, kind: DownloadKind): Promise<{ path: string; expiresAt: string }> {
  const expires = ctx.clock.now() + LIFE;
  const claim = [kind, expires.toString(36), ctx.caller?.kind === 'session' ? 's' : 'k'].join('.');
  const token = `${claim}.${signatureOf(claim, await downloadKey(ctx))}`;
  return { path: ctx.settings.sitePath() + DOWNLOADS + token, expiresAt: new Date(expires).toISOString() };
}

/** The download that a token allows; null for an invalid or expired one. */
export async function readDownload(services: Services, token: string): Promise<Download | null> {
  const [, claim = '', kind = '', expires = '', who = '', signature = ''] = FORM.exec(token) ?? [];
  if (claim === '' || !sameSecret(signature, signatureOf(claim, await downloadKey(services)))) return null;
  if (Number.parseInt(expires, 36) <= services.clock.now()) return null;
  return { kind: kind as DownloadKind, forSession: who === 's' };
}

const FORM = /^((archive|comments|markdown)\.([0-9a-z]{1,10})\.([sk]))\.([\w-]{43})$/;

function downloadKey({ em, clock }: Pick<Services, 'em' | 'clock'>): Promise<string> {
  return secretKey(em, clock, 'downloads');
}
