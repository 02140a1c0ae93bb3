import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';

import { trpc } from '../api/api.ts';

const SignInList = lazy(async () => ({ default: (await import('./sign-in-list.tsx')).SignInList }));

/** Sign-ins from new devices. The list is loaded only if there are any. */
export function NewSignIns() {
  const { data: { devices } = { devices: [] } } = useQuery(trpc.admin.newDevices.queryOptions());
  if (devices.length === 0) return null;
  return (
    <Suspense>
      <SignInList devices={devices} />
    </Suspense>
  );
}
