import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';

import { queryClient, trpc } from '../api/api.ts';
import { session } from '../session/session.ts';
import { sayFailure } from '../ui/say.ts';
import { useWords } from '../words/words.ts';
import { Confirm } from './confirm.tsx';

/** Ends every session, this one included. */
export function SignOutEverywhere() {
  const words = useWords().settings;
  const [isAsking, { open, close }] = useDisclosure();
  const leave = useMutation(
    trpc.admin.logoutEverywhere.mutationOptions({
      onError: sayFailure,
      onSuccess() {
        session.end();
        queryClient.clear();
      },
    }),
  );
  return (
    <div>
      <Button variant="default" onClick={open}>
        {words.endAll}
      </Button>
      <Confirm
        opened={isAsking}
        title={words.endAllTitle}
        help={words.endAllHelp}
        action={words.endAll}
        busy={leave.isPending}
        confirm={() => leave.mutate(undefined, { onSettled: close })}
        close={close}
      />
    </div>
  );
}
