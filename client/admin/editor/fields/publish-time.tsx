import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';

import { useSiteZone } from '../../api/use-site-zone.ts';
import { formatMessage } from '../../translations/format-message.ts';
import { useTranslations } from '../../translations/translations.ts';
import { toZonedClock, fromZonedClock } from '../zoned.ts';

interface PublishTimeProps {
  /** A time in UTC; null: immediately. */
  value: string | null;
  change: (value: string | null) => void;
}

/** The publication time in the time zone of the site. */
export function PublishTime({ value, change }: PublishTimeProps) {
  const { editor, fields } = useTranslations();
  // A partially typed year is a different time, so the field keeps its own text.
  const [typed, setTyped] = useState<string | null>(null);
  const zone = useSiteZone();
  return (
    <Stack gap="xs">
      <TextInput
        type="datetime-local"
        min="0001-01-01T00:00"
        max="9999-12-31T23:59"
        label={fields.publishAt}
        description={formatMessage(value === null ? editor.atOnce : editor.inZone, { zone })}
        value={typed ?? (value === null ? '' : toZonedClock(value, zone))}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          change(fromZonedClock(currentTarget.value, zone));
        }}
        onBlur={() => setTyped(null)}
      />
      {value !== null && (
        <Group>
          <Button variant="default" size="xs" onClick={() => change(null)}>
            {editor.clear}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
