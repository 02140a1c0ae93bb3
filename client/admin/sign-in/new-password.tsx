import { Alert, Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';

import { trpc } from '../api/api.ts';
import { useTranslations } from '../translations/translations.ts';
import { findWeakness } from '../../api/weak-password.ts';
import { passwordLength } from '../../../shared/lengths.ts';
import { PasswordField } from './password-field.tsx';

interface NewPasswordProps {
  action: string;
  busy: boolean;
  /** The error of the password. */
  error?: string | undefined;
  /** Fields before the password. */
  before?: ReactNode;
  /** Whether the first field gets the focus. */
  autoFocus?: boolean;
  submit(password: string): void;
}

/** Asks for a new password twice, and warns of a weak one. */
export function NewPassword({ action, busy, error, before, autoFocus = false, submit }: NewPasswordProps) {
  const t = useTranslations().session;
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [tried, setTried] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const second = useRef<HTMLInputElement>(null);
  const tooShort = [...password].length < passwordLength.min;
  const differ = password !== repeated;
  const { data: site } = useQuery(trpc.settings.site.queryOptions());
  const known = [site?.title ?? '', site?.author ?? '', location.hostname];
  const weakness = tooShort ? null : findWeakness(password, known);

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
          label={t.newPassword}
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          error={tried && tooShort ? t.tooShort : error}
          autoComplete="new-password"
          autoFocus={autoFocus}
          required
          withAsterisk={false}
        />
        {weakness !== null && (
          <Alert color="yellow" role="status" py="xs">
            {t.weak[weakness]} {t.weakHelp}
          </Alert>
        )}
        <PasswordField
          ref={second}
          label={t.repeat}
          value={repeated}
          onChange={({ currentTarget }) => setRepeated(currentTarget.value)}
          error={tried && differ && t.notTheSame}
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
