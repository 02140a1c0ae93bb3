import { Button, Group, Text } from '@mantine/core';

import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';

interface ErrorPagesProps {
  page: number;
  pages: number;
  go(page: number): void;
}

/** Paging by two buttons. The pagination component would enlarge the first chunk. */
export function ErrorPages({ page, pages, go }: ErrorPagesProps) {
  const { common } = useTranslations();
  if (pages <= 1) return null;
  return (
    <Group gap="xs">
      <Button variant="default" size="compact-sm" disabled={page <= 1} onClick={() => go(page - 1)}>
        {common.previous}
      </Button>
      <Text size="sm" c="dimmed" aria-live="polite">
        {formatMessage(common.pageOf, { page, pages })}
      </Text>
      <Button variant="default" size="compact-sm" disabled={page >= pages} onClick={() => go(page + 1)}>
        {common.next}
      </Button>
    </Group>
  );
}
