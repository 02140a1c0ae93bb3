import { Alert } from '@mantine/core';
import { useEffect } from 'react';

import { client, queryClient } from '../api/api.ts';
import { useTranslations } from '../translations/translations.ts';
import { offline } from '../offline/offline.ts';

/** How often it is tried to reach the service again. */
const INTERVAL_MS = 3000;

/** Says that the service cannot be reached. When it is back, the screens are read again. */
export function OfflineNote() {
  const { frame } = useTranslations();
  const isOffline = offline.use();
  useEffect(() => {
    if (!isOffline) return undefined;
    // A response sets the state.
    const attempt = () => void client.query('admin.state').catch(() => undefined);
    const timer = setInterval(attempt, INTERVAL_MS);
    window.addEventListener('online', attempt);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', attempt);
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'editor' });
    };
  }, [isOffline]);
  return (
    <div role="status">
      {isOffline && (
        <Alert color="yellow" mb="md" py="xs">
          {frame.offline}
        </Alert>
      )}
    </div>
  );
}
