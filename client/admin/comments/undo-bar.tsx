import { Button, Group, Paper, Text } from '@mantine/core';
import { useId } from 'react';

import { useTranslations } from '../translations/translations.ts';
import { describeDeed } from './sentence.ts';
import { recent, undoable, undoLast } from './undo.ts';

/**
 * Announces the last action, also to screen readers. If undo would revert a different action, that one is shown beside
 * the button.
 */
export function UndoBar() {
  const t = useTranslations();
  const undoId = useId();
  const done = recent.use();
  const last = done.at(-1);
  const undone = undoable(done);
  const line = { size: 'sm', px: last && 'xs', lh: last && '30px' };
  // The status line stays mounted, because screen readers announce only changes.
  return (
    <Paper shadow="md" withBorder={last !== undefined} p={last && 'xs'}>
      <Group gap="xs" justify="space-between" align="flex-end" wrap="nowrap">
        <div>
          <Text {...line} role="status" id={undone === last ? undoId : undefined}>
            {last && describeDeed(last, t)}
          </Text>
          {undone && undone !== last && (
            <Text {...line} id={undoId}>
              {describeDeed(undone, t)}
            </Text>
          )}
        </div>
        {undone && (
          <Button size="compact-sm" variant="default" aria-describedby={undoId} onClick={undoLast} flex="none" my={2}>
            {t.common.undo}
          </Button>
        )}
      </Group>
    </Paper>
  );
}
