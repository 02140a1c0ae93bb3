import { Group, Stack, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';

import './screen.css';

interface ScreenProps {
  title: string;
  /** Actions beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A screen with its heading. */
export function Screen({ title, actions, children }: ScreenProps) {
  useDocumentTitle(`${title} · Octavo`);
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={1} size="h2">
          {title}
        </Title>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}
