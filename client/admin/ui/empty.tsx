import { Center, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** An empty state with an optional action. */
export function Empty({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <Center mih={240} p="md">
      <Stack align="center">
        <Text c="dimmed" ta="center">
          {children}
        </Text>
        {action}
      </Stack>
    </Center>
  );
}
