import { Alert, Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';

import type { Webhook } from '../../../index.ts';
import { asBlogError } from '../../errors/as-blog-error.ts';
import { queryClient, trpc } from '../../api/api.ts';
import { useTranslations } from '../../translations/translations.ts';
import { notifyDone } from '../../ui/notify.ts';
import { SecretDialog } from '../secret-dialog.tsx';

type EventType = Webhook['events'][number];

interface WebhookFormProps {
  /** The one to edit; absent: a new one. */
  webhook?: Webhook | undefined;
  close: () => void;
}

/** Creates a webhook and shows its secret once, or edits one. */
export function WebhookForm({ webhook, close }: WebhookFormProps) {
  const { common, webhooks: t } = useTranslations();
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [events, setEvents] = useState<string[]>(webhook?.events ?? ['post.published']);
  const [isActive, setActive] = useState(webhook?.active !== 0);
  const onSuccess = () => queryClient.invalidateQueries(trpc.webhooks.pathFilter());
  const create = useMutation(trpc.webhooks.create.mutationOptions({ onSuccess }));
  const update = useMutation(trpc.webhooks.update.mutationOptions({ onSuccess }));
  const error = create.error ?? update.error;

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const input = { url, events: events as EventType[], active: isActive };
    if (!webhook) return create.mutate(input);
    update.mutate(
      { id: webhook.id, ...input },
      {
        onSuccess() {
          notifyDone(t.saved);
          close();
        },
      },
    );
  }

  return (
    <SecretDialog title={webhook ? t.edit : t.create} texts={t} secret={create.data?.secret} close={close}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            type="url"
            label={t.url}
            description={t.urlHelp}
            value={url}
            onChange={({ currentTarget }) => setUrl(currentTarget.value)}
            required
            data-autofocus
          />
          <Checkbox.Group label={t.events} value={events} onChange={setEvents}>
            <Stack gap="xs" mt="xs">
              {Object.entries(t.eventNames).map(([type, name]) => (
                <Checkbox key={type} value={type} label={name} description={type} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Checkbox
            label={t.active}
            checked={isActive}
            onChange={({ currentTarget }) => setActive(currentTarget.checked)}
          />
          {error && (
            <Alert color="red" role="alert">
              {asBlogError(error).message}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button
              type="submit"
              loading={create.isPending || update.isPending}
              disabled={url.trim() === '' || events.length === 0}
            >
              {webhook ? common.save : t.create}
            </Button>
          </Group>
        </Stack>
      </form>
    </SecretDialog>
  );
}
