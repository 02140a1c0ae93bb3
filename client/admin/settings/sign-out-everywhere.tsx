import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';

import { queryClient, trpc } from '../api/api.ts';
import { maySignOut } from '../session/before-sign-out.ts';
import { session } from '../session/session.ts';
import { sayFailure } from '../ui/say.ts';
import { useWords } from '../words/words.ts';
import { Confirm } from './confirm.tsx';

/** Ends every session, this one included. */
export function SignOutEverywhere() {
  const words = useWords().settings;
  const [isAsking, { open, close }] = useDisclosure();
  return (
    <div>
      <Button variant="default" onClick={open}>
        {words.endAll}
      </Button>
      <AskToEndAll isAsking={isAsking} close={close} />
    </div>
  );
}

/** The question before it, wherever that is asked for. */
export function AskToEndAll({ isAsking, close }: { isAsking: boolean; close(): void }) {
  const words = useWords().settings;
  const leave = useMutation(
    trpc.admin.logoutEverywhere.mutationOptions({
      onError: sayFailure,
      onSuccess() {
        session.end();
        queryClient.clear();
      },
    }),
  );
  async function endAll(): Promise<void> {
    if (await maySignOut()) leave.mutate(undefined, { onSettled: close });
    else close();
  }
  return (
    <Confirm
      opened={isAsking}
      title={words.endAllTitle}
      help={words.endAllHelp}
      action={words.endAll}
      busy={leave.isPending}
      confirm={() => void endAll()}
      close={close}
    />
  );
}
