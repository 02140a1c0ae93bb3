import { Button, Code, Group, List, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { trpc } from '../api/api.ts';
import { useTranslations } from '../translations/translations.ts';
import { CopyTextButton } from '../ui/copy-text-button.tsx';
import { CodeField } from './code-field.tsx';
import { Problem } from './problem.tsx';

/** Replaces the recovery codes, for a code of the authenticator app. */
export function Renewal({ close }: { close(): void }) {
  const all = useTranslations();
  const t = all.security;
  const [code, setCode] = useState('');
  const renew = useMutation(trpc.totp.confirm.mutationOptions());
  if (renew.data) return <RecoveryCodes codes={renew.data.recoveryCodes} close={close} />;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        renew.mutate({ code });
      }}
    >
      <Stack>
        <Text size="sm">{t.renewHelp}</Text>
        <CodeField
          description={undefined}
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
          autoFocus
        />
        {renew.error && <Problem error={renew.error} />}
        <Group>
          <Button type="submit" loading={renew.isPending}>
            {t.renew}
          </Button>
          <Button variant="default" onClick={close}>
            {all.common.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Shows new recovery codes, which the service tells only once. */
export function RecoveryCodes({ codes, close }: { codes: string[]; close(): void }) {
  const t = useTranslations().security;
  return (
    <Stack role="group" aria-label={t.recovery}>
      <Text role="status">{t.recoveryHelp}</Text>
      <List listStyleType="none" dir="ltr">
        {codes.map((code) => (
          <List.Item key={code}>
            <Code fz="md">{code}</Code>
          </List.Item>
        ))}
      </List>
      <Group>
        <CopyTextButton value={codes.join('\n')} />
        <Button onClick={close} autoFocus>
          {t.done}
        </Button>
      </Group>
    </Stack>
  );
}
