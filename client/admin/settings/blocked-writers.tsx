import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';

import { queryClient, trpc } from '../api/api.ts';
import { notifyDone, notifyFailure } from '../ui/notify.ts';
import { Time } from '../ui/time.tsx';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';

/** The writers whom the owner has blocked; nothing while there is none. */
export function BlockedWriters() {
  const t = useTranslations().settings.spam;
  const { data } = useQuery(trpc.spam.blocked.queryOptions());
  const unblock = useMutation(
    trpc.spam.unblock.mutationOptions({
      onError: notifyFailure,
      onSuccess: () => notifyDone(t.unblocked),
      onSettled: () => queryClient.invalidateQueries(trpc.spam.blocked.pathFilter()),
    }),
  );
  if (!data || data.blocked.length === 0) return null;
  return (
    <section aria-labelledby="blocked-writers">
      <Title order={3} size="h5" id="blocked-writers" mb="sm">
        {t.blocked}
      </Title>
      <Stack component="ul" gap="sm" p={0} m={0} maw={640}>
        {data.blocked.map(({ id, by, name, expiresAt }) => (
          <Group component="li" key={id} justify="space-between" wrap="nowrap">
            <div>
              <Text className="settings-file">{formatMessage(by === 'ip' ? t.byIp : t.byName, { name })}</Text>
              <Text c="dimmed" size="sm">
                {t.until} <Time at={expiresAt} />
              </Text>
            </div>
            <Button
              variant="default"
              size="xs"
              flex="none"
              disabled={unblock.isPending}
              onClick={() => unblock.mutate({ id })}
              aria-label={formatMessage(t.unblockNamed, { name })}
            >
              {t.unblock}
            </Button>
          </Group>
        ))}
      </Stack>
    </section>
  );
}
