import { Button, Group, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';

import { queryClient, trpc } from '../api/api.ts';
import { notifyDone, notifyFailure } from '../ui/notify.ts';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';

/** Deletes all reported errors after a confirmation. */
export function ClearErrors({ total, done }: { total: number; done: () => void }) {
  const { common, dashboard } = useTranslations();
  const [isOpen, { open, close }] = useDisclosure();
  const clear = useMutation(
    trpc.reports.clear.mutationOptions({
      onError: notifyFailure,
      onSuccess() {
        notifyDone(dashboard.errorsCleared);
        done();
      },
      onSettled: () => queryClient.invalidateQueries(trpc.reports.pathFilter()),
    }),
  );
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={open}>
        {dashboard.clearErrors}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={dashboard.clearErrors}
        closeButtonProps={{ 'aria-label': common.close }}
        centered
      >
        <Text>{formatMessage(dashboard.clearErrorsHelp, { count: total })}</Text>
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={close} data-autofocus>
            {common.cancel}
          </Button>
          <Button
            color="red.9"
            onClick={() => {
              close();
              clear.mutate();
            }}
          >
            {dashboard.clearErrors}
          </Button>
        </Group>
      </Modal>
    </>
  );
}
