import { useMutation } from '@tanstack/react-query';

import { queryClient, trpc } from '../api/api.ts';
import { maySignOut } from '../session/before-sign-out.ts';
import { session } from '../session/session.ts';

/** What signs out, once nothing holds it back; also when the service cannot be reached, or the session is over. */
export function useSignOut(): () => void {
  const { mutate } = useMutation(
    trpc.admin.logout.mutationOptions({
      onSettled() {
        session.end();
        queryClient.clear();
      },
    }),
  );
  return () => void maySignOut().then((may) => may && mutate());
}
