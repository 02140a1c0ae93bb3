import { Group, Text } from '@mantine/core';

import { formatNumber } from '../../../shared/formats.ts';
import { useLanguage } from '../translations/translations.ts';

/** Numbers with their names. */
export function Counts({ counts }: { counts: readonly (readonly [name: string, count: number])[] }) {
  const language = useLanguage();
  return (
    <Group component="dl" gap="xl" m={0}>
      {counts.map(([name, count]) => (
        <div key={name}>
          <Text component="dt" size="sm" c="dimmed">
            {name}
          </Text>
          <Text component="dd" m={0} size="xl" fw={600}>
            {formatNumber(language, count)}
          </Text>
        </div>
      ))}
    </Group>
  );
}
