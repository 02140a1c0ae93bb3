import { Alert, Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';

import { trpc } from '../api/api.ts';
import { useWords } from '../words/words.ts';
import { weaknessOf } from '../../weak-password.ts';
import { PasswordField } from './password-field.tsx';

/** Characters that a password has at least, as the service asks. */
const SHORTEST = 8;

interface NewPasswordProps {
  action: string;
  busy: boolean;
  /** What the service says of the password. */
  error?: string | undefined;
  /** Fields that come first. */
  before?: ReactNode;
  /** Whether it takes the keyboard. */
  autoFocus?: boolean;
  submit(password: string): void;
}

/** Asks for a new password twice, and warns of a weak one. */
export function NewPassword({ action, busy, error, before, autoFocus = false, submit }: NewPasswordProps) {
  const words = useWords().session;
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [tried, setTried] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const second = useRef<HTMLInputElement>(null);
  const tooShort = [...password].length < SHORTEST;
  const differ = password !== repeated;
  const { data: site } = useQuery(trpc.settings.site.queryOptions());
  const known = [site?.title ?? '', site?.author ?? '', location.hostname];
  const weakness = tooShort ? null : weaknessOf(password, known);

  function send(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (tooShort) first.current?.focus();
    else if (differ) second.current?.focus();
    else submit(password);
  }

  return (
    <form onSubmit={send} noValidate>
      <Stack>
        {before}
        <PasswordField
          ref={first}
          label={words.newPassword}
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          error={tried && tooShort ? words.tooShort : error}
          autoComplete="new-password"
          autoFocus={autoFocus}
          required
          withAsterisk={false}
        />
        {weakness !== null && (
          <Alert color="yellow" role="status" py="xs">
            {words.weak[weakness]} {words.weakHelp}
          </Alert>
        )}
        <PasswordField
          ref={second}
          label={words.repeat}
          value={repeated}
          onChange={({ currentTarget }) => setRepeated(currentTarget.value)}
          error={tried && differ && words.notTheSame}
          autoComplete="new-password"
          required
          withAsterisk={false}
        />
        <Button type="submit" loading={busy}>
          {action}
        </Button>
      </Stack>
    </form>
  );
}
