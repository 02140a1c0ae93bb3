import { Alert, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { trpc } from '../api/api.ts';
import { asBlogError } from '../errors/as-blog-error.ts';
import { useTranslations } from '../translations/translations.ts';
import { NewPassword } from './new-password.tsx';
import { PasswordField } from './password-field.tsx';
import { session } from '../session/session.ts';

interface ChangePasswordProps {
  /** Whether the form is the only content, so that it gets the focus. */
  autoFocus?: boolean;
  done?: () => void;
}

/** Changes the password, which ends every other session. */
export function ChangePassword({ autoFocus = false, done }: ChangePasswordProps) {
  const t = useTranslations().session;
  const [current, setCurrent] = useState('');
  const change = useMutation(
    trpc.admin.changePassword.mutationOptions({
      onSuccess({ token }) {
        session.begin(token);
        done?.();
      },
    }),
  );
  const refusal = change.error && asBlogError(change.error);
  const isWrong = refusal?.code === 'WRONG_PASSWORD';
  const ofNew = refusal?.issues.find(({ path }) => path === 'password')?.message;

  return (
    <Stack>
      <NewPassword
        action={t.change}
        busy={change.isPending}
        error={ofNew}
        submit={(password) => change.mutate({ current, password })}
        before={
          <PasswordField
            label={t.current}
            value={current}
            onChange={({ currentTarget }) => setCurrent(currentTarget.value)}
            error={isWrong && refusal.message}
            autoComplete="current-password"
            autoFocus={autoFocus}
          />
        }
      />
      {refusal && !isWrong && !ofNew && (
        <Alert color="red" role="alert">
          {refusal.message}
        </Alert>
      )}
    </Stack>
  );
}
