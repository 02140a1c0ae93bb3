import { Alert, Button, Stack, Text } from '@mantine/core';

import { useTranslations } from '../translations/translations.ts';
import { errorSentence } from '../errors/translate-error.ts';

/** An error message with a retry button. */
export function Failure({ error, retry }: { error: unknown; retry?: () => void }) {
  const { common } = useTranslations();
  return (
    <Alert color="red" title={common.failed} role="alert" m="md">
      <Stack align="flex-start">
        <Text>{errorSentence(error)}</Text>
        {retry && (
          <Button variant="default" onClick={retry}>
            {common.tryAgain}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
