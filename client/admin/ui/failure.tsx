import { Alert, Button, Stack, Text } from '@mantine/core';

import { useWords } from '../words/words.ts';
import { sentenceOf } from './in-words.ts';

/** What could not be read, in one sentence, with a button to try again. */
export function Failure({ error, retry }: { error: unknown; retry?: () => void }) {
  const { common } = useWords();
  return (
    <Alert color="red" title={common.failed} role="alert" m="md">
      <Stack align="flex-start">
        <Text>{sentenceOf(error)}</Text>
        {retry && (
          <Button variant="default" onClick={retry}>
            {common.tryAgain}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
