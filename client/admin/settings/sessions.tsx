import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import type { AdminSession } from '../../index.ts';
import { leave, queryClient, readAgain, stopReading, trpc } from '../api/api.ts';
import { Failure } from '../ui/failure.tsx';
import { Loading } from '../ui/loading.tsx';
import { notifyDone, notifyFailure } from '../ui/notify.ts';
import { Time } from '../ui/time.tsx';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { Confirm } from '../ui/confirm.tsx';
import { deviceName } from '../ui/device-name.ts';

/** The active sessions, with buttons to end them. */
export function Sessions() {
  const all = useTranslations();
  const t = all.settings;
  const { data, error, refetch } = useQuery(trpc.admin.sessions.queryOptions());
  const [chosen, setChosen] = useState<AdminSession>();
  const [isAsking, setAsking] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const revoke = useMutation(
    trpc.admin.revokeSession.mutationOptions({
      onMutate: () => (chosen?.current ? stopReading() : undefined),
      onError(error) {
        notifyFailure(error);
        if (chosen?.current) readAgain();
      },
      onSuccess: () => (chosen?.current ? leave() : notifyDone(t.ended)),
      onSettled: () => queryClient.invalidateQueries(trpc.admin.sessions.pathFilter()),
    }),
  );

  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <>
      <Stack component="ul" gap="sm" p={0} m={0} ref={list} tabIndex={-1} aria-label={t.sessions}>
        {data.sessions.map((one) => (
          <Row
            key={one.id}
            session={one}
            end={() => {
              setChosen(one);
              setAsking(true);
            }}
          />
        ))}
      </Stack>
      <Confirm
        opened={isAsking}
        title={t.endTitle}
        help={
          chosen?.current ? t.endOwnHelp : formatMessage(t.endHelp, { device: deviceName(chosen?.device ?? '', all) })
        }
        action={t.end}
        busy={revoke.isPending}
        confirm={() => chosen && revoke.mutate({ id: chosen.id }, { onSettled: () => setAsking(false) })}
        close={() => setAsking(false)}
        // The focused button disappears with its session, so the list gets the focus.
        closed={() => data.sessions.every(({ id }) => id !== chosen?.id) && list.current?.focus()}
      />
    </>
  );
}

function Row({ session, end }: { session: AdminSession; end(): void }) {
  const all = useTranslations();
  const t = all.settings;
  const { current, createdAt, lastUsedAt } = session;
  const device = deviceName(session.device, all);
  return (
    <Group component="li" justify="space-between" wrap="nowrap">
      <div>
        <Group gap="xs">
          <Text fw={500} className="settings-file">
            {device}
          </Text>
          {current === 1 && (
            <Badge variant="light" tt="none">
              {t.thisSession}
            </Badge>
          )}
        </Group>
        <Text c="dimmed" size="sm">
          {t.lastUsed} <Time at={lastUsedAt} /> · {t.began} <Time at={createdAt} />
        </Text>
      </div>
      <Button variant="default" size="xs" flex="none" onClick={end} aria-label={formatMessage(t.endNamed, { device })}>
        {t.end}
      </Button>
    </Group>
  );
}
