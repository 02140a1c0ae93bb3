import { useMutation } from '@tanstack/react-query';

import { leave, stopReading, trpc } from '../api/api.ts';
import { maySignOut } from '../session/before-sign-out.ts';

/** Signs out unless a screen prevents it; also when the service cannot be reached or the session has ended. */
export function useSignOut(): () => void {
  const { mutate } = useMutation(
    trpc.admin.logout.mutationOptions({
      onMutate: stopReading,
      onSettled: leave,
    }),
  );
  return () => void maySignOut().then((may) => may && mutate());
}
