import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

import { trpc } from '../api/api.ts';

/** Milliseconds between two looks while nobody comes back to the window. */
const EVERY = 5 * 60_000;

/**
 * Asks whether the session is still good: at the start, every few minutes, and whenever somebody comes back to the
 * window. What the answer means is decided where every call passes.
 */
export function WatchSession() {
  const { refetch } = useQuery({
    ...trpc.admin.session.queryOptions(),
    staleTime: 0,
    refetchInterval: EVERY,
    refetchOnWindowFocus: 'always',
  });
  // A window that was only behind another one was visible all the time.
  useEffect(() => {
    const look = () => void refetch({ cancelRefetch: false });
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, [refetch]);
  return null;
}
