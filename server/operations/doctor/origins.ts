import type { Config } from '../../config/config.ts';
import { ok, warning, type Finding } from './finding.ts';

/** Hosts that give a subdomain to anyone. */
const SHARED =
  /\*\.(?:github\.io|gitlab\.io|pages\.dev|workers\.dev|netlify\.app|vercel\.app|herokuapp\.com|onrender\.com|web\.app|blogspot\.com)(?::|$)/;

/** Names the origins that CORS_ORIGINS allows, and those among them that anyone could have. */
export function examineOrigins({ corsOrigins }: Pick<Config, 'corsOrigins'>): Finding[] {
  if (corsOrigins.length === 0) return [];
  const shared = corsOrigins.filter((one) => SHARED.test(one));
  const text = `Pages of ${corsOrigins.join(', ')} may read and comment.`;
  if (shared.length === 0) return [ok('cors origins', text)];
  return [
    warning(
      'cors origins',
      `${text} Anyone can get a subdomain of ${shared.join(', ')}; name your own in CORS_ORIGINS.`,
    ),
  ];
}
