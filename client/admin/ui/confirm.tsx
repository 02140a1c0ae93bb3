import { Button, Group, Modal, Stack, Text } from '@mantine/core';

import { useTranslations } from '../translations/translations.ts';

interface ConfirmProps {
  opened: boolean;
  title: string;
  help: string;
  action: string;
  busy: boolean;
  confirm(): void;
  close(): void;
  /** Called when the dialog has closed. */
  closed?: () => void;
}

/** A confirmation dialog for revoking or ending something. */
export function Confirm({ opened, title, help, action, busy, confirm, close, closed }: ConfirmProps) {
  const { common } = useTranslations();
  return (
    <Modal opened={opened} onClose={close} onExitTransitionEnd={closed} title={title} withCloseButton={false} centered>
      <Stack>
        <Text>{help}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            {common.cancel}
          </Button>
          {/* White text needs the darkest red for sufficient contrast. */}
          <Button color="red.9" loading={busy} onClick={confirm}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
