import { Alert, Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';

import { asBlogError } from '../errors/as-blog-error.ts';
import type { BlogOutputs } from '../../index.ts';
import { EnterCode } from './enter-code.tsx';
import { offersPasskeys, signInWithPasskey } from './passkey.ts';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { LockedOut } from './locked-out.tsx';
import { PasswordField } from './password-field.tsx';
import { session } from '../session/session.ts';
import { useCountdown } from './use-countdown.ts';
import { withSetupKey } from './with-setup-key.ts';

type SignedIn = BlogOutputs['admin']['login'];

/** The sign-in form. While rate-limited, it shows a countdown and how to unlock sign-in. */
export function Login({ help }: { help?: string }) {
  const all = useTranslations();
  const t = all.session;
  const [password, setPassword] = useState('');
  const [isLockedOut, setLockedOut] = useState(false);
  const [key, setKey] = useState('');
  const [challenge, setChallenge] = useState<string>();
  const setupKey = isLockedOut ? key : '';
  const login = useMutation({
    mutationFn: () => withSetupKey(setupKey).mutation('admin.login', { password }) as Promise<SignedIn>,
    onSuccess({ token, mustChange }) {
      setPassword('');
      session.begin(token, mustChange);
    },
    onError(error) {
      const failure = asBlogError(error);
      if (failure.code === 'RATE_LIMITED') setLockedOut(true);
      if (failure.challenge !== undefined) setChallenge(failure.challenge);
    },
  });
  const byPasskey = useMutation({
    mutationFn: signInWithPasskey,
    onSuccess: ({ token, mustChange }) => session.begin(token, mustChange),
  });
  const refusal = login.error && asBlogError(login.error);
  const ofKey = refusal?.code === 'SETUP_KEY_INVALID' ? refusal.message : undefined;
  const wait = useCountdown(refusal?.retryAfter, login.submittedAt);
  // The setup key is not rate-limited.
  const isWaiting = wait > 0 && setupKey === '';
  // The message contains the remaining time, so it is hidden when the time is over.
  const isOver = refusal?.retryAfter !== undefined && wait === 0;

  function submit(event: FormEvent) {
    event.preventDefault();
    login.mutate();
  }

  function startOver() {
    setChallenge(undefined);
    setPassword('');
    login.reset();
  }

  if (challenge !== undefined) return <EnterCode challenge={challenge} setupKey={setupKey} startOver={startOver} />;
  return (
    <form onSubmit={submit}>
      <Stack>
        {help && <Text>{help}</Text>}
        <PasswordField
          label={t.password}
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          autoComplete="current-password"
          data-autofocus
          autoFocus
          required
          withAsterisk={false}
        />
        {refusal && !isOver && ofKey === undefined && (
          <Alert color="red" role="alert">
            {refusal.message}
          </Alert>
        )}
        <Button type="submit" loading={login.isPending} disabled={password === '' || isWaiting}>
          {isWaiting ? formatMessage(t.tryAgainIn, { time: clock(wait) }) : t.signIn}
        </Button>
        {byPasskey.error && (
          <Alert color="red" role="alert">
            {asBlogError(byPasskey.error).message}
          </Alert>
        )}
        {offersPasskeys() && (
          <Button variant="default" loading={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
            {all.security.usePasskey}
          </Button>
        )}
        <LockedOut
          isOpen={isLockedOut}
          toggle={() => setLockedOut(!isLockedOut)}
          setupKey={key}
          setSetupKey={setKey}
          error={ofKey}
        />
      </Stack>
    </form>
  );
}

/** Seconds as `14:59`. */
function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
