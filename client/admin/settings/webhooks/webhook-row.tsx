import { Alert, Button, Group, Stack, Text } from '@mantine/core';

import type { Webhook } from '../../../index.ts';
import { formatMessage } from '../../translations/format-message.ts';
import { useTranslations } from '../../translations/translations.ts';
import { State } from '../../ui/state.tsx';
import { Time } from '../../ui/time.tsx';

interface WebhookRowProps {
  webhook: Webhook;
  isBusy: boolean;
  test: () => void;
  open: (dialog: 'edit' | 'deliveries' | 'remove') => void;
}

/** A webhook with its state, its events and its buttons. */
export function WebhookRow({ webhook: { url, events, active, ...state }, isBusy, test, open }: WebhookRowProps) {
  const { common, webhooks: t } = useTranslations();
  const { failingSince, disabledBecause } = state;
  const buttons = [
    [t.deliveries, t.deliveriesOf, () => open('deliveries')],
    [t.test, t.testNamed, test],
    [t.edit, t.editNamed, () => open('edit')],
    [common.delete, t.removeNamed, () => open('remove')],
  ] as const;
  return (
    <Stack component="li" gap="xs">
      <Group gap="xs">
        <Text fw={500} className="settings-file">
          {url}
        </Text>
        <State good={active === 1} word={active ? t.on : t.off} />
      </Group>
      <Text c="dimmed" size="sm">
        {events.join(', ')}
      </Text>
      {disabledBecause !== null && <Alert color="orange">{t[disabledBecause]}</Alert>}
      {active === 1 && failingSince !== null && (
        <Text size="sm">
          {t.failingSince} <Time at={failingSince} />
        </Text>
      )}
      <Group gap="xs">
        {buttons.map(([text, label, act]) => (
          <Button
            key={text}
            variant="default"
            size="xs"
            disabled={isBusy && act === test}
            onClick={act}
            aria-label={formatMessage(label, { url })}
          >
            {text}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}
