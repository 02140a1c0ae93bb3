import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useState, type FormEvent } from 'react';

import { useTranslations } from '../../translations/translations.ts';
import { postLengths } from '../../../../shared/lengths.ts';

/** The minimum length of the password of a post. */
const MIN_LENGTH = 4;

interface PasswordDialogProps {
  chosen: (password: string) => void;
  close: () => void;
}

/** Asks for the password of a post twice: a typo would make the text unrecoverable. */
export function PasswordDialog({ chosen, close }: PasswordDialogProps) {
  const { editor, session, common } = useTranslations();
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const isShort = password.length < MIN_LENGTH;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isShort && again === password) chosen(password);
  }

  return (
    <Modal opened onClose={close} title={editor.encrypt} centered closeButtonProps={{ 'aria-label': common.close }}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{editor.passwordHelp}</Text>
          <PasswordInput
            label={editor.password}
            description={editor.passwordLength}
            value={password}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
            maxLength={postLengths.password}
            autoComplete="off"
            data-autofocus
          />
          <PasswordInput
            label={session.repeat}
            value={again}
            onChange={({ currentTarget }) => setAgain(currentTarget.value)}
            error={again !== '' && again !== password ? session.notTheSame : null}
            maxLength={postLengths.password}
            autoComplete="off"
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {common.cancel}
            </Button>
            <Button type="submit" disabled={isShort || again !== password}>
              {editor.encrypt}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
