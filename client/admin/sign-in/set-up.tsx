import { Alert, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { asBlogError } from '../errors/as-blog-error.ts';
import type { BlogOutputs } from '../../index.ts';
import { queryClient, trpc } from '../api/api.ts';
import { useTranslations } from '../translations/translations.ts';
import { NewPassword } from './new-password.tsx';
import { PasswordField } from './password-field.tsx';
import { session } from '../session/session.ts';
import { withSetupKey } from './with-setup-key.ts';

/** Sets the first password, and signs in with it. */
export function SetUp({ needsKey }: { needsKey: boolean }) {
  const t = useTranslations().session;
  const [key, setKey] = useState('');
  const setUp = useMutation({
    mutationFn: (password: string) => begin(password, key),
    onSuccess: ({ token }) => session.begin(token),
    // The blog was set up elsewhere, or the response was lost: the login is next.
    onError: (error) =>
      asBlogError(error).code === 'ALREADY_SET_UP' && queryClient.invalidateQueries(trpc.admin.state.pathFilter()),
  });
  const refusal = setUp.error && asBlogError(setUp.error);
  const isKeyWrong = refusal?.code === 'SETUP_KEY_INVALID';
  const ofPassword = refusal?.issues.find(({ path }) => path === 'password')?.message;

  return (
    <Stack>
      <NewPassword
        action={t.start}
        busy={setUp.isPending}
        error={ofPassword}
        submit={(password) => setUp.mutate(password)}
        autoFocus={!needsKey}
        before={
          needsKey && (
            <PasswordField
              label={t.setupKey}
              description={t.setupKeyHelp}
              value={key}
              onChange={({ currentTarget }) => setKey(currentTarget.value)}
              error={isKeyWrong && refusal.message}
              autoComplete="off"
              autoFocus
            />
          )
        }
      />
      {refusal && !isKeyWrong && !ofPassword && (
        <Alert color="red" role="alert">
          {refusal.message}
        </Alert>
      )}
    </Stack>
  );
}

async function begin(password: string, setupKey: string): Promise<BlogOutputs['admin']['login']> {
  const client = withSetupKey(setupKey);
  await client.mutation('admin.setup', { password });
  return (await client.mutation('admin.login', { password })) as BlogOutputs['admin']['login'];
}
