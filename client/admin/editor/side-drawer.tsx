import { CloseButton, Drawer, Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';

import { useTranslations } from '../translations/translations.ts';

interface SideDrawerProps {
  isOpen: boolean;
  close: () => void;
  children: ReactNode;
}

/** The fields on small screens. Composed here, because the header of Mantine would be a second banner landmark. */
export function SideDrawer({ isOpen, close, children }: SideDrawerProps) {
  const { editor } = useTranslations();
  return (
    <Drawer.Root opened={isOpen} onClose={close} position="right">
      <Drawer.Overlay />
      <Drawer.Content aria-label={editor.fields}>
        <Drawer.Body>
          <Group justify="space-between" mb="md">
            <Title order={2} size="h4">
              {editor.fields}
            </Title>
            <CloseButton aria-label={editor.closeFields} onClick={close} />
          </Group>
          {children}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
