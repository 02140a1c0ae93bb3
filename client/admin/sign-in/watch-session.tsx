import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

import { trpc } from '../api/api.ts';

/** The polling interval while the window is not focused. */
const POLL_INTERVAL_MS = 5 * 60_000;

/**
 * Checks the session at the start, every few minutes, and when the window gets focus. The client link handles an
 * expired one.
 */
export function WatchSession() {
  const { refetch } = useQuery({
    ...trpc.admin.session.queryOptions(),
    staleTime: 0,
    refetchInterval: POLL_INTERVAL_MS,
    refetchOnWindowFocus: 'always',
  });
  // A window that was covered by another one has been visible all the time.
  useEffect(() => {
    const look = () => void refetch({ cancelRefetch: false });
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, [refetch]);
  return null;
}
