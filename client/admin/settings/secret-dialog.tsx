import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';

import { useTranslations } from '../translations/translations.ts';
import { CopyTextButton } from '../ui/copy-text-button.tsx';

interface SecretDialogProps {
  title: string;
  /** The name and the explanation of the secret. */
  texts: { secret: string; secretHelp: string };
  /** Absent until there is one. */
  secret: string | undefined;
  close: () => void;
  /** The form that creates it. */
  children: ReactNode;
}

/** A dialog with a form, and then with the secret that it created, which is shown only once. */
export function SecretDialog({ title, texts, secret, close, children }: SecretDialogProps) {
  const { common } = useTranslations();
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      centered
      // A click outside must not close the dialog.
      closeOnClickOutside={secret === undefined}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      {secret === undefined ? (
        children
      ) : (
        <Stack>
          <Text role="status">{texts.secretHelp}</Text>
          <Group align="flex-end" wrap="nowrap">
            <TextInput
              label={texts.secret}
              value={secret}
              readOnly
              flex={1}
              onFocus={({ currentTarget }) => currentTarget.select()}
            />
            <CopyTextButton value={secret} />
          </Group>
          <Group justify="flex-end">
            <Button onClick={close}>{common.close}</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
