import { ActionIcon, Group, Text } from '@mantine/core';
import { Trash2 } from 'lucide-react';

import { languages } from '../../../shared/languages.ts';
import type { Subscriber } from '../../index.ts';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { State } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';

/** An address with its state, where it comes from, and a button to remove it. */
export function SubscriberRow({ subscriber, remove }: { subscriber: Subscriber; remove: () => void }) {
  const t = useTranslations().subscribers;
  const { email, state, source, language, createdAt } = subscriber;
  return (
    <Group component="li" justify="space-between" wrap="nowrap" className="row">
      <div>
        <Text fw={500} className="long-text">
          {email}
        </Text>
        <Group gap="xs">
          <Text size="sm" component="div">
            <State good={state === 'confirmed'} word={t.states[state]} />
          </Text>
          <Text c="dimmed" size="sm">
            {t.sources[source]} · <bdi>{languages[language]}</bdi> · <Time at={createdAt} />
          </Text>
        </Group>
      </div>
      <ActionIcon variant="subtle" color="gray" aria-label={formatMessage(t.removeOf, { email })} onClick={remove}>
        <Trash2 size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
