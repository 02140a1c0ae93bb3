import { Alert, Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';

import { trpc } from '../api/api.ts';
import { asBlogError } from '../../errors.ts';
import { fill } from '../words/fill.ts';
import { useWords } from '../words/words.ts';
import { PasswordField } from './password-field.tsx';
import { session } from './session.ts';
import { useCountdown } from './use-countdown.ts';

/** Asks for the password; a refusal of the limiter counts down to the next try. */
export function Login({ help }: { help?: string }) {
  const words = useWords().session;
  const [password, setPassword] = useState('');
  const login = useMutation(trpc.admin.login.mutationOptions());
  const refusal = login.error && asBlogError(login.error);
  const wait = useCountdown(refusal?.retryAfter, login.submittedAt);
  // Once the time is over, the sentence that names it is wrong.
  const isOver = refusal?.retryAfter !== undefined && wait === 0;

  function submit(event: FormEvent) {
    event.preventDefault();
    login.mutate(
      { password },
      {
        onSuccess({ token, mustChange }) {
          setPassword('');
          session.begin(token, mustChange);
        },
      },
    );
  }

  return (
    <form onSubmit={submit}>
      <Stack>
        {help && <Text>{help}</Text>}
        <PasswordField
          label={words.password}
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          autoComplete="current-password"
          data-autofocus
          autoFocus
          required
          withAsterisk={false}
        />
        {refusal && !isOver && (
          <Alert color="red" role="alert">
            {refusal.message}
          </Alert>
        )}
        <Button type="submit" loading={login.isPending} disabled={password === '' || wait > 0}>
          {wait > 0 ? fill(words.tryAgainIn, { time: clock(wait) }) : words.signIn}
        </Button>
      </Stack>
    </form>
  );
}

/** Seconds as `14:59`. */
function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
