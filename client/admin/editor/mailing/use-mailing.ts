import { useQuery } from '@tanstack/react-query';

import type { Mailing } from '../../../index.ts';
import { trpc } from '../../api/api.ts';

/** How often the state is read, in milliseconds: a mailing ends, and a scheduled one begins, by itself. */
const REFRESH_INTERVAL_MS = { soon: 2000, later: 15_000 };

/** How a post is mailed to the subscribers. */
interface PostMailing {
  /** The number of subscribers who would get the post now; 0 also while mail or the address of the site is not set. */
  subscribers: number;
  /** Undefined while it is not known; null if the post is not mailed. */
  mailing: Mailing | null | undefined;
}

/** @param id of the post; null before it is created */
export function useMailing(id: string | null): PostMailing {
  const { data: mail } = useQuery(trpc.admin.mail.queryOptions());
  const { data: site } = useQuery(trpc.settings.site.queryOptions());
  const isPossible = mail?.configured === true && site !== undefined && site.siteUrl !== '';
  const { data: list } = useQuery({
    ...trpc.subscribers.list.queryOptions({ pageSize: 1 }),
    enabled: isPossible,
  });
  const { data: found } = useQuery({
    ...trpc.mailings.get.queryOptions({ id: id ?? '' }),
    enabled: mail?.configured === true && id !== null,
    refetchInterval: ({ state: { data } }) => (data?.mailing ? refreshInterval(data.mailing) : false),
  });
  return { subscribers: isPossible && list ? list.confirmed : 0, mailing: id === null ? null : found?.mailing };
}

function refreshInterval({ state, startsAt }: Mailing): number | false {
  if (state === 'sending' || startsAt !== null) return REFRESH_INTERVAL_MS.soon;
  return state === 'wanted' && REFRESH_INTERVAL_MS.later;
}
