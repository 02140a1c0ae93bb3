import { Alert, Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';

import { useTranslations } from '../translations/translations.ts';
import { Time } from '../ui/time.tsx';
import type { SealedText } from '../device/unsaved/texts.ts';
import { openSealed } from './recovery.ts';
import type { OpenedText } from './seal.ts';

interface RecoverSealedProps {
  sealed: SealedText[];
  opened: (texts: OpenedText[], left: SealedText[]) => void;
  close: () => void;
}

/** Asks for the password of unsaved texts that the one of the post does not open. */
export function RecoverSealed({ sealed, opened, close }: RecoverSealedProps) {
  const { editor } = useTranslations();
  const [password, setPassword] = useState('');
  const open = useMutation({
    mutationFn: async () => {
      const found = await openSealed(sealed, password);
      if (found.opened.length === 0) throw new Error('No text has this password.');
      return found;
    },
    onSuccess: (found) => opened(found.opened, found.sealed),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    open.mutate();
  }

  return (
    <Modal opened onClose={close} title={editor.found} closeButtonProps={{ 'aria-label': editor.decideLater }}>
      <Stack component="form" onSubmit={submit}>
        <Text>
          {editor.foundEncrypted} <Time at={new Date(sealed[0]!.at).toISOString()} />
        </Text>
        <PasswordInput
          label={editor.password}
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          autoComplete="off"
          data-autofocus
        />
        {open.isError && (
          <Alert color="red" role="alert">
            {editor.wrongPassword}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="subtle" color="gray" onClick={close}>
            {editor.decideLater}
          </Button>
          <Button type="submit" loading={open.isPending} disabled={password === ''}>
            {editor.open}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
