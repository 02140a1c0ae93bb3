import { useQuery } from '@tanstack/react-query';

import { zoneOrUtc } from '../../../shared/local-time.ts';
import { trpc } from './api.ts';

/** The time zone of the site; UTC until it is loaded, and for one that this browser does not know. */
export function useSiteZone(): string {
  const { data: site } = useQuery(trpc.settings.site.queryOptions());
  return zoneOrUtc(site?.timeZone ?? 'UTC');
}
