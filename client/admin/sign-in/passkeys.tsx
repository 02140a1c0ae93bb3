import { Alert, Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState, type SubmitEvent } from 'react';

import type { BlogOutputs } from '../../index.ts';
import { asBlogError } from '../errors/as-blog-error.ts';
import { queryClient, trpc } from '../api/api.ts';
import { Confirm } from '../ui/confirm.tsx';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { Failure } from '../ui/failure.tsx';
import { Loading } from '../ui/loading.tsx';
import { notifyDone, notifyFailure } from '../ui/notify.ts';
import { Time } from '../ui/time.tsx';
import { addPasskey, offersPasskeys } from './passkey.ts';

type Passkey = BlogOutputs['passkeys']['list']['passkeys'][number];

const readAgain = () => queryClient.invalidateQueries(trpc.passkeys.list.pathFilter());

/** The passkeys, with buttons to add and remove them. @param done called after one was added */
export function Passkeys({ done }: { done?: () => void }) {
  const t = useTranslations().security;
  const { data, error, refetch } = useQuery(trpc.passkeys.list.queryOptions());
  const [chosen, setChosen] = useState<Passkey>();
  const [isAsking, setAsking] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const remove = useMutation(
    trpc.passkeys.remove.mutationOptions({
      onError: notifyFailure,
      onSuccess: () => notifyDone(t.passkeyRemoved),
      onSettled: readAgain,
    }),
  );
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <>
      {data.passkeys.length === 0 && data.host !== null && <Text size="sm">{t.noPasskeys}</Text>}
      <Stack component="ul" gap="sm" p={0} m={0} ref={list} tabIndex={-1} aria-label={t.passkeys}>
        {data.passkeys.map((passkey) => (
          <Row
            key={passkey.id}
            passkey={passkey}
            remove={() => {
              setChosen(passkey);
              setAsking(true);
            }}
          />
        ))}
      </Stack>
      {data.host === null ? <Text size="sm">{t.noHost}</Text> : offersPasskeys() && <NewPasskey done={done} />}
      <Confirm
        opened={isAsking}
        title={formatMessage(t.removeNamed, { name: chosen?.name ?? '' })}
        help={formatMessage(t.removePasskeyHelp, { name: chosen?.name ?? '' })}
        action={t.removePasskey}
        busy={remove.isPending}
        confirm={() => chosen && remove.mutate({ id: chosen.id }, { onSettled: () => setAsking(false) })}
        close={() => setAsking(false)}
        // The focused button disappears with its passkey, so the list gets the focus.
        closed={() => data.passkeys.every(({ id }) => id !== chosen?.id) && list.current?.focus()}
      />
    </>
  );
}

function Row({ passkey, remove }: { passkey: Passkey; remove(): void }) {
  const t = useTranslations().security;
  const { name, host, usable, lastUsedAt } = passkey;
  return (
    <Group component="li" justify="space-between" wrap="nowrap">
      <div>
        <Group gap="xs">
          <Text fw={500} className="settings-file">
            {name}
          </Text>
          {usable === 0 && (
            <Badge variant="light" color="gray" tt="none">
              {t.unusable}
            </Badge>
          )}
        </Group>
        <Text c="dimmed" size="sm">
          {formatMessage(t.host, { host })} ·{' '}
          {lastUsedAt === null ? (
            t.neverUsed
          ) : (
            <>
              {t.lastUsed} <Time at={lastUsedAt} />
            </>
          )}
        </Text>
      </div>
      <Button
        variant="default"
        size="xs"
        flex="none"
        onClick={remove}
        aria-label={formatMessage(t.removeNamed, { name })}
      >
        {t.removePasskey}
      </Button>
    </Group>
  );
}

function NewPasskey({ done }: { done: (() => void) | undefined }) {
  const t = useTranslations().security;
  const [name, setName] = useState('');
  const add = useMutation({
    mutationFn: () => addPasskey(name),
    onSuccess() {
      setName('');
      notifyDone(t.added);
      void readAgain();
      done?.();
    },
  });

  function submit(event: SubmitEvent) {
    event.preventDefault();
    add.mutate();
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="xs" align="flex-start">
        <TextInput
          label={t.name}
          description={t.addHelp}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          maxLength={80}
          required
          withAsterisk={false}
        />
        {add.error && (
          <Alert color="red" role="alert">
            {asBlogError(add.error).message}
          </Alert>
        )}
        <Button type="submit" variant="default" loading={add.isPending} disabled={name.trim() === ''}>
          {t.add}
        </Button>
      </Stack>
    </form>
  );
}
