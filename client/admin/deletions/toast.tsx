import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useId, useState } from 'react';

import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { pendingDeletions, UNDO_TIMEOUT_MS, type PendingDeletion } from './pending.ts';

type Undo = (one: PendingDeletion) => Promise<void>;

/** Says what is being deleted, and offers undo. */
export function showToast(id: string, undo: Undo): void {
  const message = <Toast id={id} undo={undo} />;
  notifications.show({ id, message, role: 'status', autoClose: false, withCloseButton: false });
}

/** Hides it. */
export function hideToast(id: string): void {
  notifications.hide(id);
}

function Toast({ id, undo }: { id: string; undo: Undo }) {
  const { common } = useTranslations();
  const textId = useId();
  const [openedAt] = useState(() => Date.now());
  const one = pendingDeletions.use().find((deletion) => deletion.id === id);
  if (!one) return null;
  const { what, state, at } = one;
  const seconds = Math.min(UNDO_TIMEOUT_MS, Math.max(0, at + UNDO_TIMEOUT_MS - openedAt)) / 1000;
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs">
      <Text size="sm" id={textId} style={{ overflowWrap: 'anywhere' }}>
        {state === 'unreachable'
          ? formatMessage(common.deletingLater, { what })
          : formatMessage(common.deleting, { count: Math.ceil(seconds), what })}
      </Text>
      <Button
        size="compact-sm"
        variant="default"
        flex="none"
        aria-describedby={textId}
        disabled={state === 'sending'}
        onClick={() => void undo(one)}
      >
        {common.undo}
      </Button>
    </Group>
  );
}
