import { Alert, Button, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';

import { asBlogError } from '../errors/as-blog-error.ts';
import { client, trpc } from '../api/api.ts';
import { PasswordField } from './password-field.tsx';
import { useTranslations } from '../translations/translations.ts';
import { CodeField } from './code-field.tsx';
import { askForPasskey, offersPasskeys } from './passkey.ts';
import { proof } from '../session/proof.ts';

/** Password and code, or a passkey. */
export function ProveForm() {
  const all = useTranslations();
  const t = all.security;
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const { data: totp } = useQuery(trpc.totp.state.queryOptions());
  const { data: known } = useQuery(trpc.passkeys.list.queryOptions());
  const hasPasskey = offersPasskeys() && known?.passkeys.some(({ usable }) => usable === 1);
  const byPassword = useMutation(trpc.admin.reauthenticate.mutationOptions({ onSuccess: () => proof.decide(true) }));
  const byPasskey = useMutation({
    mutationFn: async () => client.mutation('admin.reauthenticate', { response: await askForPasskey() }),
    onSuccess: () => proof.decide(true),
  });
  const failure = byPassword.error ?? byPasskey.error;

  function submit(event: SubmitEvent) {
    event.preventDefault();
    byPassword.mutate({ password, ...(totp?.enabled && { code }) });
  }

  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{t.confirmHelp}</Text>
        <PasswordField
          label={all.session.current}
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          autoComplete="current-password"
          data-autofocus
        />
        {totp?.enabled && <CodeField value={code} onChange={({ currentTarget }) => setCode(currentTarget.value)} />}
        {failure && (
          <Alert color="red" role="alert">
            {asBlogError(failure).message}
          </Alert>
        )}
        <Button type="submit" loading={byPassword.isPending} disabled={password === ''}>
          {t.confirm}
        </Button>
        {hasPasskey && (
          <Button variant="default" loading={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
            {t.usePasskey}
          </Button>
        )}
      </Stack>
    </form>
  );
}
