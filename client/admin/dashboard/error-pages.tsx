import { Button, Group, Text } from '@mantine/core';

import { fill } from '../words/fill.ts';
import { useWords } from '../words/words.ts';

interface ErrorPagesProps {
  page: number;
  pages: number;
  go(page: number): void;
}

/** The way through pages by two buttons: the row of numbers would have to come with the first screen. */
export function ErrorPages({ page, pages, go }: ErrorPagesProps) {
  const { common } = useWords();
  if (pages <= 1) return null;
  return (
    <Group gap="xs">
      <Button variant="default" size="compact-sm" disabled={page <= 1} onClick={() => go(page - 1)}>
        {common.previous}
      </Button>
      <Text size="sm" c="dimmed" aria-live="polite">
        {fill(common.pageOf, { page, pages })}
      </Text>
      <Button variant="default" size="compact-sm" disabled={page >= pages} onClick={() => go(page + 1)}>
        {common.next}
      </Button>
    </Group>
  );
}
