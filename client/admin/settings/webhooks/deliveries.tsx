import { Button, Code, Group, Modal, Stack, Text } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { Webhook, WebhookDelivery } from '../../../index.ts';
import { queryClient, trpc } from '../../api/api.ts';
import { formatMessage } from '../../translations/format-message.ts';
import { useLanguage, useTranslations } from '../../translations/translations.ts';
import { Failure } from '../../ui/failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { notifyDone, notifyFailure } from '../../ui/notify.ts';
import { Pages } from '../../ui/pages.tsx';
import { State } from '../../ui/state.tsx';
import { Time } from '../../ui/time.tsx';

const PAGE_SIZE = 10;
/** The polling interval for tabs without the stream of events. */
const REFRESH_INTERVAL_MS = 5000;

/** The deliveries of a webhook, newest first, with the outcome of the last attempt. */
export function Deliveries({ webhook: { id, url }, close }: { webhook: Webhook; close: () => void }) {
  const { common, webhooks: t } = useTranslations();
  const [page, setPage] = useState(1);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...trpc.webhooks.deliveries.queryOptions({ id, page, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_INTERVAL_MS,
  });
  const again = useMutation(
    trpc.webhooks.redeliver.mutationOptions({
      onError: notifyFailure,
      onSuccess: () => notifyDone(t.queued),
      onSettled: () => queryClient.invalidateQueries(trpc.webhooks.pathFilter()),
    }),
  );

  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title={formatMessage(t.deliveriesOf, { url })}
      classNames={{ title: 'settings-file' }}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && (
        <Stack>
          {data.total === 0 && <Text size="sm">{t.noDeliveries}</Text>}
          <Stack component="ul" p={0} m={0} aria-label={t.deliveries}>
            {data.deliveries.map((delivery) => (
              <Row
                key={delivery.id}
                delivery={delivery}
                isBusy={again.isPending}
                send={() => again.mutate({ id, deliveryId: delivery.id })}
              />
            ))}
          </Stack>
          <Pages total={data.total} isStale={isPlaceholderData} pageSize={PAGE_SIZE} page={page} go={setPage} />
        </Stack>
      )}
    </Modal>
  );
}

function Row({ delivery, isBusy, send }: { delivery: WebhookDelivery; isBusy: boolean; send: () => void }) {
  const t = useTranslations().webhooks;
  const { type, subject, timestamp, state, messageId } = delivery;
  return (
    <Stack component="li" gap={4}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Group gap="xs">
            <Text fw={500}>{type}</Text>
            {state === 'waiting' ? (
              <Text size="sm">{t.states.waiting}</Text>
            ) : (
              <State good={state === 'delivered'} word={t.states[state]} />
            )}
          </Group>
          <Text c="dimmed" size="sm" className="settings-file">
            {subject} <Time at={timestamp} />
          </Text>
        </div>
        <Button
          variant="default"
          size="xs"
          flex="none"
          disabled={isBusy}
          onClick={send}
          aria-label={formatMessage(t.againNamed, { message: `${type} ${subject}` })}
        >
          {t.again}
        </Button>
      </Group>
      {delivery.error !== null && <Text size="sm">{delivery.error}</Text>}
      <details>
        <summary>
          <bdi dir="ltr">{messageId}</bdi>
        </summary>
        <Details delivery={delivery} />
      </details>
    </Stack>
  );
}

/** The last attempt in detail. */
function Details({ delivery }: { delivery: WebhookDelivery }) {
  const t = useTranslations().webhooks;
  const language = useLanguage();
  const { attempts, attemptedAt, nextAt, status, duration, answer } = delivery;
  return (
    <Stack gap={4} mt="xs">
      <Text size="sm">
        {formatMessage(t.attempts, { count: attempts })}
        {attemptedAt !== null && (
          <>
            {' · '}
            <Time at={attemptedAt} />
          </>
        )}
        {status !== null && ` · ${t.status} ${status}`}
        {duration !== null && ` · ${t.duration} ${milliseconds(duration, language)}`}
      </Text>
      {nextAt !== null && (
        <Text size="sm">
          {t.nextAttempt} <Time at={nextAt} />
        </Text>
      )}
      {answer !== null && answer !== '' && (
        <Code block aria-label={t.answer} className="settings-file">
          {answer}
        </Code>
      )}
    </Stack>
  );
}

function milliseconds(value: number, language: string): string {
  return new Intl.NumberFormat(language, { style: 'unit', unit: 'millisecond' }).format(value);
}
