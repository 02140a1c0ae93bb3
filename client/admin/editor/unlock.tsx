import { Alert, Button, Center, Paper, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';

import { decryptPost } from '../../api/decrypt-post.ts';
import type { EncryptedText } from '../../index.ts';
import { useTranslations } from '../translations/translations.ts';

interface UnlockProps {
  title: string;
  enc: EncryptedText;
  unlocked: (content: string, password: string) => void;
}

/** Asks for the password of a protected post. The text is decrypted locally; the password is not sent. */
export function Unlock({ title, enc, unlocked }: UnlockProps) {
  const { editor } = useTranslations();
  const [password, setPassword] = useState('');
  const open = useMutation({
    mutationFn: () => decryptPost(enc, password),
    onSuccess: (content) => unlocked(content, password),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    open.mutate();
  }

  return (
    <Center mih="60vh">
      <Paper component="form" onSubmit={submit} withBorder p="xl" w="100%" maw={420}>
        <Stack>
          <Title order={1} size="h3">
            {title}
          </Title>
          <Text c="dimmed">{editor.lockedHelp}</Text>
          <PasswordInput
            label={editor.password}
            value={password}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
            autoComplete="off"
            autoFocus
          />
          {open.isError && (
            <Alert color="red" role="alert">
              {editor.wrongPassword}
            </Alert>
          )}
          <Button type="submit" loading={open.isPending} disabled={password === ''}>
            {editor.open}
          </Button>
        </Stack>
      </Paper>
    </Center>
  );
}
