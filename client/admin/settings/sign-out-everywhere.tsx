import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';

import { leave, readAgain, stopReading, trpc } from '../api/api.ts';
import { maySignOut } from '../session/before-sign-out.ts';
import { notifyFailure } from '../ui/notify.ts';
import { useTranslations } from '../translations/translations.ts';
import { Confirm } from '../ui/confirm.tsx';

/** Ends all sessions, including this one. */
export function SignOutEverywhere() {
  const t = useTranslations().settings;
  const [isAsking, { open, close }] = useDisclosure();
  return (
    <div>
      <Button variant="default" onClick={open}>
        {t.endAll}
      </Button>
      <AskToEndAll isAsking={isAsking} close={close} />
    </div>
  );
}

/** The confirmation dialog. */
export function AskToEndAll({ isAsking, close }: { isAsking: boolean; close(): void }) {
  const t = useTranslations().settings;
  const endEverywhere = useMutation(
    trpc.admin.logoutEverywhere.mutationOptions({
      onMutate: stopReading,
      onError(error) {
        notifyFailure(error);
        readAgain();
      },
      onSuccess: leave,
    }),
  );
  async function endAll(): Promise<void> {
    if (await maySignOut()) endEverywhere.mutate(undefined, { onSettled: close });
    else close();
  }
  return (
    <Confirm
      opened={isAsking}
      title={t.endAllTitle}
      help={t.endAllHelp}
      action={t.endAll}
      busy={endEverywhere.isPending}
      confirm={() => void endAll()}
      close={close}
    />
  );
}
