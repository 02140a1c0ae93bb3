import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import type { AdminSession } from '../../index.ts';
import { queryClient, trpc } from '../api/api.ts';
import { session } from '../session/session.ts';
import { Failure } from '../ui/failure.tsx';
import { Loading } from '../ui/loading.tsx';
import { sayDone, sayFailure } from '../ui/say.ts';
import { Time } from '../ui/time.tsx';
import { fill } from '../words/fill.ts';
import { useWords } from '../words/words.ts';
import { Confirm } from './confirm.tsx';
import { deviceName } from './device-name.ts';

/** Every session that is open, and what ends one. */
export function Sessions() {
  const all = useWords();
  const words = all.settings;
  const { data, error, refetch } = useQuery(trpc.admin.sessions.queryOptions());
  const [chosen, setChosen] = useState<AdminSession>();
  const [isAsking, setAsking] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const revoke = useMutation(
    trpc.admin.revokeSession.mutationOptions({
      onError: sayFailure,
      onSuccess() {
        if (!chosen?.current) return sayDone(words.ended);
        session.end();
        queryClient.clear();
      },
      onSettled: () => queryClient.invalidateQueries(trpc.admin.sessions.pathFilter()),
    }),
  );

  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <>
      <Stack component="ul" gap="sm" p={0} m={0} ref={list} tabIndex={-1} aria-label={words.sessions}>
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
        title={words.endTitle}
        help={
          chosen?.current ? words.endOwnHelp : fill(words.endHelp, { device: deviceName(chosen?.device ?? '', all) })
        }
        action={words.end}
        busy={revoke.isPending}
        confirm={() => chosen && revoke.mutate({ id: chosen.id }, { onSettled: () => setAsking(false) })}
        close={() => setAsking(false)}
        // The button that asked goes with its session, so the keyboard goes to the others.
        closed={() => data.sessions.every(({ id }) => id !== chosen?.id) && list.current?.focus()}
      />
    </>
  );
}

function Row({ session, end }: { session: AdminSession; end(): void }) {
  const all = useWords();
  const words = all.settings;
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
              {words.thisSession}
            </Badge>
          )}
        </Group>
        <Text c="dimmed" size="sm">
          {words.lastUsed} <Time at={lastUsedAt} /> · {words.began} <Time at={createdAt} />
        </Text>
      </div>
      <Button variant="default" size="xs" flex="none" onClick={end} aria-label={fill(words.endNamed, { device })}>
        {words.end}
      </Button>
    </Group>
  );
}
