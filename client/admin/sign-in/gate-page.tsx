import { Center, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** The layout of the sign-in and set-up pages. */
export function GatePage({ title, help, children }: { title: string; help?: string; children: ReactNode }) {
  return (
    <Center component="main" mih="100vh" p="md">
      <Paper withBorder shadow="sm" p="xl" w="100%" maw={400}>
        <Stack>
          <Title order={1} size="h2">
            {title}
          </Title>
          {help && <Text c="dimmed">{help}</Text>}
          {children}
        </Stack>
      </Paper>
    </Center>
  );
}
