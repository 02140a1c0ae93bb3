import { Badge, Button, Code, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import type { ApiKey } from '../../index.ts';
import { queryClient, trpc } from '../api/api.ts';
import { Failure } from '../ui/failure.tsx';
import { Loading } from '../ui/loading.tsx';
import { notifyDone, notifyFailure } from '../ui/notify.ts';
import { Time } from '../ui/time.tsx';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { Confirm } from '../ui/confirm.tsx';
import { NewKey } from './new-key.tsx';

/** The API keys, with buttons to create and revoke them. */
export function Keys() {
  const t = useTranslations().settings.keys;
  const { data, error, refetch } = useQuery(trpc.keys.list.queryOptions());
  const [chosen, setChosen] = useState<ApiKey>();
  const [isAsking, setAsking] = useState(false);
  const [isCreating, setCreating] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const revoke = useMutation(
    trpc.keys.revoke.mutationOptions({
      onError: notifyFailure,
      onSuccess: () => notifyDone(t.revoked),
      onSettled: () => queryClient.invalidateQueries(trpc.keys.list.pathFilter()),
    }),
  );

  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <>
      {data.keys.length === 0 && <Text size="sm">{t.none}</Text>}
      <Stack component="ul" gap="sm" p={0} m={0} ref={list} tabIndex={-1} aria-label={t.title}>
        {data.keys.map((key) => (
          <Row
            key={key.id}
            apiKey={key}
            revoke={() => {
              setChosen(key);
              setAsking(true);
            }}
          />
        ))}
      </Stack>
      <div>
        <Button variant="default" onClick={() => setCreating(true)}>
          {t.create}
        </Button>
      </div>
      {isCreating && <NewKey close={() => setCreating(false)} />}
      <Confirm
        opened={isAsking}
        title={t.revokeTitle}
        help={formatMessage(t.revokeHelp, { name: chosen?.name ?? '' })}
        action={t.revoke}
        busy={revoke.isPending}
        confirm={() => chosen && revoke.mutate({ id: chosen.id }, { onSettled: () => setAsking(false) })}
        close={() => setAsking(false)}
        // The focused button disappears with its key, so the list gets the focus.
        closed={() => data.keys.every(({ id }) => id !== chosen?.id) && list.current?.focus()}
      />
    </>
  );
}

function Row({ apiKey, revoke }: { apiKey: ApiKey; revoke(): void }) {
  const t = useTranslations().settings.keys;
  const { name, hint, scopes, lastUsedAt, expiresAt } = apiKey;
  return (
    <Group component="li" justify="space-between" wrap="nowrap">
      <div>
        <Group gap="xs">
          <Text fw={500} className="settings-file">
            {name}
          </Text>
          <Code>{hint}</Code>
          {scopes.map((scope) => (
            <Badge key={scope} variant="light" tt="none">
              {scope}
            </Badge>
          ))}
        </Group>
        <Text c="dimmed" size="sm">
          {lastUsedAt === null ? (
            t.neverUsed
          ) : (
            <>
              {t.lastUsed} <Time at={lastUsedAt} />
            </>
          )}
          {' · '}
          {expiresAt === null ? (
            t.noExpiry
          ) : (
            <>
              {Date.parse(expiresAt) > Date.now() ? t.expires : t.expired} <Time at={expiresAt} />
            </>
          )}
        </Text>
      </div>
      <Button
        variant="default"
        size="xs"
        flex="none"
        onClick={revoke}
        aria-label={formatMessage(t.revokeNamed, { name })}
      >
        {t.revoke}
      </Button>
    </Group>
  );
}
