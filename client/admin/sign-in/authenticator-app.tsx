import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';

import { queryClient, trpc } from '../api/api.ts';
import { PasswordField } from './password-field.tsx';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { CopyTextButton } from '../ui/copy-text-button.tsx';
import { Failure } from '../ui/failure.tsx';
import { Loading } from '../ui/loading.tsx';
import { notifyDone } from '../ui/notify.ts';
import { CodeField } from './code-field.tsx';
import { Problem } from './problem.tsx';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes, Renewal } from './recovery-codes.tsx';

const readAgain = () => queryClient.invalidateQueries(trpc.totp.state.pathFilter());

/** For labels that may need two lines. */
const wraps = { h: 'auto', mih: 36, py: 6, styles: { label: { whiteSpace: 'normal' } } } as const;

/** Sets up and removes the authenticator app, and renews its recovery codes. @param done called after the recovery codes are kept */
export function AuthenticatorApp({ done }: { done?: () => void }) {
  const t = useTranslations().security;
  const { data, error, refetch } = useQuery(trpc.totp.state.queryOptions());
  const [step, setStep] = useState<'setup' | 'renewal' | 'removal'>();
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <Loading />;
  const close = () => {
    setStep(undefined);
    void readAgain();
  };
  if (step === 'setup') {
    return (
      <SetUp
        close={() => {
          close();
          done?.();
        }}
      />
    );
  }
  if (step === 'renewal' && data.enabled) return <Renewal close={close} />;
  if (step === 'removal' && data.enabled) return <Removal close={close} />;
  return (
    <>
      {data.enabled && <Text size="sm">{formatMessage(t.isOn, { count: String(data.recoveryCodes) })}</Text>}
      <Group>
        {data.enabled && (
          <Button variant="default" {...wraps} onClick={() => setStep('renewal')}>
            {t.renew}
          </Button>
        )}
        <Button variant="default" {...wraps} onClick={() => setStep(data.enabled ? 'removal' : 'setup')}>
          {data.enabled ? t.remove : t.setUp}
        </Button>
      </Group>
    </>
  );
}

function SetUp({ close }: { close(): void }) {
  const all = useTranslations();
  const t = all.security;
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const begin = useMutation(trpc.totp.begin.mutationOptions());
  const confirm = useMutation(trpc.totp.confirm.mutationOptions());
  const failure = confirm.error ?? begin.error;

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (begin.data) confirm.mutate({ code });
    else begin.mutate({ password });
  }

  if (confirm.data) return <RecoveryCodes codes={confirm.data.recoveryCodes} close={close} />;
  return (
    <form onSubmit={submit}>
      <Stack>
        {begin.data ? (
          <>
            <Text size="sm">{t.scan}</Text>
            <QrCode text={begin.data.uri} label={t.qr} />
            <Group gap="xs">
              <Text size="sm">{t.secret}</Text>
              <Code dir="ltr">{begin.data.secret}</Code>
              <CopyTextButton value={begin.data.secret} />
            </Group>
            <CodeField
              description={undefined}
              value={code}
              onChange={({ currentTarget }) => setCode(currentTarget.value)}
              autoFocus
            />
          </>
        ) : (
          <PasswordField
            label={all.session.current}
            value={password}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
            autoComplete="current-password"
            autoFocus
          />
        )}
        {failure && <Problem error={failure} />}
        <Group>
          <Button type="submit" loading={begin.isPending || confirm.isPending}>
            {begin.data ? t.turnOn : t.setUp}
          </Button>
          <Button variant="default" onClick={close}>
            {all.common.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Removal({ close }: { close(): void }) {
  const all = useTranslations();
  const t = all.security;
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const remove = useMutation(
    trpc.totp.remove.mutationOptions({
      onSuccess() {
        notifyDone(t.removed);
        close();
      },
    }),
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        remove.mutate({ password, code });
      }}
    >
      <Stack>
        <Text size="sm">{t.removeHelp}</Text>
        <PasswordField
          label={all.session.current}
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          autoComplete="current-password"
          autoFocus
        />
        <CodeField value={code} onChange={({ currentTarget }) => setCode(currentTarget.value)} />
        {remove.error && <Problem error={remove.error} />}
        <Group>
          <Button type="submit" color="red.9" loading={remove.isPending}>
            {t.remove}
          </Button>
          <Button variant="default" onClick={close}>
            {all.common.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
