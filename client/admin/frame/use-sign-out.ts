import { useMutation } from '@tanstack/react-query';

import { queryClient, stopReading, trpc } from '../api/api.ts';
import { maySignOut } from '../session/before-sign-out.ts';
import { session } from '../session/session.ts';

/** Signs out unless a screen prevents it; also when the service cannot be reached or the session has ended. */
export function useSignOut(): () => void {
  const { mutate } = useMutation(
    trpc.admin.logout.mutationOptions({
      onMutate: stopReading,
      onSettled() {
        session.end();
        queryClient.clear();
      },
    }),
  );
  return () => void maySignOut().then((may) => may && mutate());
}
