import { sitePathOf } from '../../../shared/site-address.ts';
import { outsideSentence } from '../../http/site-path.ts';
import { ok, problem, warning, type Finding } from './finding.ts';

/** The timeout of the request. */
const TIMEOUT_MS = 5000;
const ABOUT = 'site path';

/**
 * Checks whether requests arrive with the path of the site, by reading a URL that exists only below it. Reports nothing
 * for a site without a path, or one that cannot be reached.
 *
 * @param siteUrl such as `https://example.org/blog`
 */
export async function examineSitePath(siteUrl: string): Promise<Finding[]> {
  const path = sitePathOf(siteUrl);
  const response = path === '' ? null : await read(`${siteUrl}/api/site`).catch(() => null);
  if (response === null) return [];
  const { status, text } = response;
  if (status === 200) return [ok(ABOUT, `${siteUrl} arrives with ${path}.`)];
  if (!text.includes(outsideSentence(path)))
    return [warning(ABOUT, `Not checked: ${siteUrl} responded with ${status}.`)];
  return [
    problem(
      ABOUT,
      `The proxy removes ${path}, so nothing is found. Configure it to pass paths unchanged: nginx "proxy_pass" without a path, Caddy "handle" instead of "handle_path" (docs/operating.md, "Below a path").`,
    ),
  ];
}

async function read(url: string): Promise<{ status: number; text: string }> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  return { status: response.status, text: await response.text() };
}
