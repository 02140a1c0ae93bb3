import { Button, CloseButton, Group, Text } from '@mantine/core';
import { useRef, useState } from 'react';

import type { PostOverview } from '../../types.ts';
import { plural } from '../translations/interpolate.ts';
import { useLanguage, useTranslations } from '../translations/translations.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { TagDialog } from './tag-dialog.tsx';
import { useBulk } from './use-bulk.ts';

interface BulkBarProps {
  chosen: readonly PostOverview[];
  /** The number of posts that match the filters, on all pages. */
  total: number;
  /** Tags to choose from. */
  tags: string[];
  /** Clears the selection. The buttons here disappear with it, so the caller has to move the focus. */
  onClear: () => void;
  /** Called when the selected posts are deleted, and the buttons disappear. */
  onDelete: () => void;
}

const dialogs = { tag: 'addTag', untag: 'removeTag', delete: 'delete' } as const;
type Dialog = keyof typeof dialogs;

/** The number of posts or, while some are selected, the bulk actions. */
export function BulkBar({ chosen, total, tags, onClear, onDelete }: BulkBarProps) {
  const { posts, common } = useTranslations();
  const t = { ...posts, delete: common.delete };
  const language = useLanguage();
  const bulk = useBulk();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const opener = useRef<HTMLElement>(null);
  const ids = chosen.map(({ id }) => id);
  const isAny = ids.length > 0;
  const worn = tags.filter((tag) => chosen.some((post) => post.tags.includes(tag)));

  function close(): void {
    setDialog(null);
    opener.current?.focus();
  }

  return (
    <Group className="posts-bar" gap="xs" data-active={isAny || undefined}>
      <Text role="status" size="sm" c="dimmed">
        {isAny ? plural(posts.selected, ids.length, language) : plural(posts.count, total, language)}
      </Text>
      {isAny && (
        <Group role="group" aria-label={posts.actions} gap="xs">
          {(['publish', 'unpublish'] as const).map((action) => (
            <Button key={action} size="xs" variant="default" onClick={() => bulk({ action, ids })}>
              {t[action]}
            </Button>
          ))}
          {(Object.keys(dialogs) as Dialog[]).map((name) => (
            <Button
              key={name}
              size="xs"
              variant="default"
              disabled={name === 'untag' && worn.length === 0}
              onClick={({ currentTarget }) => {
                opener.current = currentTarget;
                setDialog(name);
              }}
            >
              {t[dialogs[name]]}
            </Button>
          ))}
          <CloseButton aria-label={posts.clearSelection} title={posts.clearSelection} onClick={onClear} />
        </Group>
      )}
      {dialog === 'delete' && (
        <DeleteDialog
          posts={chosen}
          onCancel={close}
          onConfirm={() => {
            setDialog(null);
            onDelete();
            bulk({ action: 'delete', ids });
          }}
        />
      )}
      {(dialog === 'tag' || dialog === 'untag') && (
        <TagDialog
          action={dialog}
          count={ids.length}
          tags={dialog === 'tag' ? tags : worn}
          onCancel={close}
          onTag={(tag) => {
            close();
            bulk({ action: dialog, ids, tag });
          }}
        />
      )}
    </Group>
  );
}
