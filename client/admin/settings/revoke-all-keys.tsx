import { Alert, Button, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';

import { queryClient, trpc } from '../api/api.ts';
import { notifyDone, notifyFailure } from '../ui/notify.ts';
import { useTranslations } from '../translations/translations.ts';

/** Offers to revoke all API keys after a change of the password, which does not affect them. */
export function RevokeAllKeys() {
  const t = useTranslations().settings.keys;
  const { data } = useQuery(trpc.keys.list.queryOptions());
  const { mutateAsync } = useMutation(trpc.keys.revoke.mutationOptions());
  const revokeAll = useMutation({
    async mutationFn() {
      for (const { id } of data?.keys ?? []) await mutateAsync({ id });
    },
    onError: notifyFailure,
    onSuccess: () => notifyDone(t.allRevoked),
    onSettled: () => queryClient.invalidateQueries(trpc.keys.list.pathFilter()),
  });

  if (!data || data.keys.length === 0) return null;
  return (
    <Alert color="yellow" role="status">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{t.stillValid}</Text>
        <Button variant="default" size="xs" loading={revokeAll.isPending} onClick={() => revokeAll.mutate()}>
          {t.revokeAll}
        </Button>
      </Stack>
    </Alert>
  );
}
