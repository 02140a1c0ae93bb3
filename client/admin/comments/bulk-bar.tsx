import { Button, CloseButton, Group, Paper, Text } from '@mantine/core';

import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';

interface BulkBarProps {
  count: number;
  /** The number of comments that match, if they can be selected as well. */
  total: number | undefined;
  /** Selects all comments that match. */
  onEvery: () => void;
  commands: Record<'approve' | 'hold' | 'spam' | 'remove', () => void>;
  onClear: () => void;
  /** Whether they are spam, which is deleted first of all. */
  isSpam: boolean;
}

/** The toolbar of the selected comments; hidden while none is selected. */
export function BulkBar({ count, total, onEvery, commands, onClear, isSpam }: BulkBarProps) {
  const { comments, common } = useTranslations();
  if (count === 0) return null;
  const deletion = (
    <Button size="compact-sm" variant={isSpam ? 'filled' : 'default'} onClick={commands.remove}>
      {common.delete}
    </Button>
  );
  return (
    <Paper shadow="md" withBorder p="xs" role="toolbar" aria-label={comments.selection}>
      <Group gap="xs">
        <Text size="sm" fw={600} px="xs">
          {formatMessage(comments.selected, { count })}
        </Text>
        {total !== undefined && (
          <Button size="compact-sm" variant="subtle" onClick={onEvery}>
            {formatMessage(comments.selectEvery, { count: total })}
          </Button>
        )}
        {isSpam && deletion}
        <Button size="compact-sm" variant={isSpam ? 'default' : 'filled'} onClick={commands.approve}>
          {comments.approve}
        </Button>
        <Button size="compact-sm" variant="default" onClick={commands.hold}>
          {comments.hold}
        </Button>
        {!isSpam && (
          <Button size="compact-sm" variant="default" onClick={commands.spam}>
            {comments.spam}
          </Button>
        )}
        {!isSpam && deletion}
        <CloseButton ms="auto" aria-label={comments.clear} onClick={onClear} />
      </Group>
    </Paper>
  );
}
