import { Button, Group, Paper, Text } from '@mantine/core';

import { counted } from '../words/fill.ts';
import { useLanguage, useWords } from '../words/words.ts';
import { recent, undoLast } from './undo.ts';

/** Says what was done last, to the eye and to screen readers, and undoes it for ten seconds. */
export function UndoBar() {
  const { comments, common } = useWords();
  const language = useLanguage();
  const last = recent.use().at(-1);
  // The line that is read out stays in the page, since changes alone are read.
  return (
    <Paper shadow="md" withBorder={last !== undefined} p={last && 'xs'}>
      <Group gap="xs" justify="space-between" mih={last && 30}>
        <Text size="sm" role="status" px={last && 'xs'}>
          {last && counted(comments.done[last.deed], last.count, language)}
        </Text>
        {last?.undo && (
          <Button size="compact-sm" variant="default" onClick={undoLast}>
            {common.undo}
          </Button>
        )}
      </Group>
    </Paper>
  );
}
