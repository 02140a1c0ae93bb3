import { Alert, Button, Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';

import { asBlogError } from '../errors/as-blog-error.ts';
import type { ApiKey } from '../../index.ts';
import { keyNameLength } from '../../../shared/lengths.ts';
import { queryClient, trpc } from '../api/api.ts';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { SecretDialog } from './secret-dialog.tsx';

type Scope = ApiKey['scopes'][number];

/** The choices of the validity in days; "" for no expiry. */
const DAYS = ['30', '90', '365', ''];

/** Creates an API key, and shows its secret once. */
export function NewKey({ close }: { close(): void }) {
  const { settings } = useTranslations();
  const t = settings.keys;
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<string[]>([]);
  const [days, setDays] = useState(DAYS[1]!);
  const create = useMutation(
    trpc.keys.create.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(trpc.keys.list.pathFilter()),
    }),
  );

  function submit(event: SubmitEvent) {
    event.preventDefault();
    create.mutate({ name, scopes: scopes as Scope[], ...(days !== '' && { expiresInDays: Number(days) }) });
  }

  return (
    <SecretDialog title={t.create} texts={t} secret={create.data?.secret} close={close}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={t.name}
            description={t.nameHelp}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            maxLength={keyNameLength.max}
            required
            data-autofocus
          />
          <Checkbox.Group label={t.scopes} value={scopes} onChange={setScopes}>
            <Stack gap="xs" mt="xs">
              {Object.entries(t.scopeHelp).map(([scope, help]) => (
                <Checkbox key={scope} value={scope} label={scope} description={help} />
              ))}
            </Stack>
          </Checkbox.Group>
          <NativeSelect
            label={t.validity}
            value={days}
            onChange={({ currentTarget }) => setDays(currentTarget.value)}
            data={DAYS.map((value) => ({
              value,
              label: value === '' ? t.noExpiry : formatMessage(t.days, { days: value }),
            }))}
          />
          {create.error && (
            <Alert color="red" role="alert">
              {asBlogError(create.error).message}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button type="submit" loading={create.isPending} disabled={name.trim() === '' || scopes.length === 0}>
              {t.create}
            </Button>
          </Group>
        </Stack>
      </form>
    </SecretDialog>
  );
}
