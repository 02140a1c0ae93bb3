import { Group, Kbd, Text } from '@mantine/core';

import { useTranslations } from '../translations/translations.ts';

const keys = [
  { names: ['j', 'k'], word: 'keyMove' },
  { names: ['x'], word: 'keySelect' },
  { names: ['↵'], word: 'keyOpen' },
  { names: ['/'], word: 'keySearch' },
] as const;

/** The keyboard shortcuts of the screen, on devices that probably have a keyboard. */
export function KeyHelp() {
  const { posts } = useTranslations();
  return (
    <Group visibleFrom="md" gap="lg" justify="center">
      {keys.map(({ names, word }) => (
        <Group key={word} gap={4}>
          {names.map((name) => (
            <Kbd key={name} size="xs">
              {name}
            </Kbd>
          ))}
          <Text size="xs" c="dimmed">
            {posts[word]}
          </Text>
        </Group>
      ))}
    </Group>
  );
}
