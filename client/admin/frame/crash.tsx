import { Alert, Button, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';

import { client } from '../api/api.ts';
import { useTranslations } from '../translations/translations.ts';

/** Replaces a screen that threw. The error is reported like those of the site. */
export function Crash({ error }: { error: unknown }) {
  const { frame, common } = useTranslations();
  useEffect(() => {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    void client.mutation('reports.submit', { message, stack, url: location.pathname }).catch(() => undefined);
  }, [error]);
  return (
    <Alert color="red" role="alert" m="md">
      <Stack align="flex-start">
        <Text>{frame.crashed}</Text>
        <Button variant="default" onClick={() => location.reload()}>
          {common.reload}
        </Button>
      </Stack>
    </Alert>
  );
}
