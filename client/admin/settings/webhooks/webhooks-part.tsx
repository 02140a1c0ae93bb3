import { Button, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import type { Webhook } from '../../../index.ts';
import { queryClient, trpc } from '../../api/api.ts';
import { formatMessage } from '../../translations/format-message.ts';
import { useTranslations } from '../../translations/translations.ts';
import { Failure } from '../../ui/failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { notifyDone, notifyFailure } from '../../ui/notify.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Deliveries } from './deliveries.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookRow } from './webhook-row.tsx';

type Dialog = 'create' | 'edit' | 'deliveries' | 'remove';

/** The webhooks, with the buttons that create, edit, test and remove them. */
export function WebhooksPart() {
  const { common, webhooks: t } = useTranslations();
  const { data, error, refetch } = useQuery(trpc.webhooks.list.queryOptions());
  const [dialog, setDialog] = useState<Dialog>();
  const [chosen, setChosen] = useState<Webhook>();
  const list = useRef<HTMLDivElement>(null);
  const onSettled = () => queryClient.invalidateQueries(trpc.webhooks.pathFilter());
  const test = useMutation(
    trpc.webhooks.test.mutationOptions({ onError: notifyFailure, onSuccess: () => notifyDone(t.tested), onSettled }),
  );
  const remove = useMutation(
    trpc.webhooks.remove.mutationOptions({ onError: notifyFailure, onSuccess: () => notifyDone(t.removed), onSettled }),
  );
  const close = () => setDialog(undefined);

  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <Stack maw={640} gap="sm" component="section" aria-labelledby="settings-webhooks">
      <Title order={2} size="h4" id="settings-webhooks">
        {t.title}
      </Title>
      <Text c="dimmed" size="sm">
        {t.help}
      </Text>
      {data.webhooks.length === 0 && <Text size="sm">{t.none}</Text>}
      <Stack component="ul" gap="lg" p={0} m={0} ref={list} tabIndex={-1} aria-label={t.title}>
        {data.webhooks.map((webhook) => (
          <WebhookRow
            key={webhook.id}
            webhook={webhook}
            isBusy={test.isPending}
            test={() => test.mutate({ id: webhook.id })}
            open={(next) => {
              setChosen(webhook);
              setDialog(next);
            }}
          />
        ))}
      </Stack>
      <div>
        <Button variant="default" onClick={() => setDialog('create')}>
          {t.create}
        </Button>
      </div>
      {dialog === 'create' && <WebhookForm close={close} />}
      {dialog === 'edit' && <WebhookForm webhook={chosen} close={close} />}
      {dialog === 'deliveries' && chosen && <Deliveries webhook={chosen} close={close} />}
      <Confirm
        opened={dialog === 'remove'}
        title={t.removeTitle}
        help={formatMessage(t.removeHelp, { url: chosen?.url ?? '' })}
        action={common.delete}
        busy={remove.isPending}
        confirm={() => chosen && remove.mutate({ id: chosen.id }, { onSettled: close })}
        close={close}
        // The focused button disappears with its webhook, so the list gets the focus.
        closed={() => data.webhooks.every(({ id }) => id !== chosen?.id) && list.current?.focus()}
      />
    </Stack>
  );
}
