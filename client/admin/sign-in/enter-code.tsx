import { Alert, Anchor, Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';

import type { BlogOutputs } from '../../index.ts';
import { asBlogError } from '../errors/as-blog-error.ts';
import { session } from '../session/session.ts';
import { withSetupKey } from './with-setup-key.ts';
import { useTranslations } from '../translations/translations.ts';
import { CodeField } from './code-field.tsx';

interface EnterCodeProps {
  challenge: string;
  /** "" for none. */
  setupKey: string;
  startOver(): void;
}

/** The second step of a sign-in. */
export function EnterCode({ challenge, setupKey, startOver }: EnterCodeProps) {
  const all = useTranslations();
  const [code, setCode] = useState('');
  const login = useMutation({
    mutationFn: () =>
      withSetupKey(setupKey).mutation('admin.login', { challenge, code }) as Promise<BlogOutputs['admin']['login']>,
    onSuccess: ({ token, mustChange }) => session.begin(token, mustChange),
  });

  function submit(event: SubmitEvent) {
    event.preventDefault();
    login.mutate();
  }

  return (
    <form onSubmit={submit}>
      <Stack>
        <CodeField
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
          data-autofocus
          autoFocus
        />
        {login.error && (
          <Alert color="red" role="alert">
            {asBlogError(login.error).message}
          </Alert>
        )}
        <Button type="submit" loading={login.isPending} disabled={code.trim() === ''}>
          {all.session.signIn}
        </Button>
        <Anchor component="button" type="button" size="sm" onClick={startOver}>
          {all.security.startOver}
        </Anchor>
      </Stack>
    </form>
  );
}
