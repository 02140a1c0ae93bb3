import { Alert, Button, Stack, Text } from '@mantine/core';

import { asBlogError } from '../../errors.ts';
import { useWords } from '../words/words.ts';

/** What could not be read, in the service's own sentence, with a button to try again. */
export function Failure({ error, retry }: { error: unknown; retry?: () => void }) {
  const { common } = useWords();
  return (
    <Alert color="red" title={common.failed} role="alert" m="md">
      <Stack align="flex-start">
        <Text>{asBlogError(error).message}</Text>
        {retry && (
          <Button variant="default" onClick={retry}>
            {common.tryAgain}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
