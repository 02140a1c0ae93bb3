import { Alert, Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';

import { queryClient, trpc } from '../api/api.ts';
import { notifyFailure } from '../ui/notify.ts';
import { useTranslations } from '../translations/translations.ts';

/** Offers the spam filter to a blog that was upgraded, until the owner has decided. */
export function SpamOffer() {
  const t = useTranslations().dashboard.spamOffer;
  const decide = useMutation(
    trpc.settings.update.mutationOptions({
      onError: notifyFailure,
      onSuccess: () =>
        Promise.all([
          queryClient.invalidateQueries(trpc.admin.health.pathFilter()),
          queryClient.invalidateQueries(trpc.settings.pathFilter()),
        ]),
    }),
  );
  return (
    <Alert mb="md" title={t.title}>
      {t.help}
      <Group gap="xs" mt="sm">
        <Button size="compact-sm" disabled={decide.isPending} onClick={() => decide.mutate({ spamFilter: true })}>
          {t.accept}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={decide.isPending}
          onClick={() => decide.mutate({ spamFilter: false })}
        >
          {t.decline}
        </Button>
      </Group>
    </Alert>
  );
}
