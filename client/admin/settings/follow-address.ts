import { sitePathOf } from '../../../shared/site-address.ts';
import { basePath } from '../place.ts';
import { session } from '../session/session.ts';

/** Opens the app at the path that the site has from now on. The session continues there. */
export function followAddress(siteUrl: string): void {
  const path = sitePathOf(siteUrl);
  if (path === basePath) return;
  session.takeTo(path);
  location.assign(`${path}/admin/settings`);
}
