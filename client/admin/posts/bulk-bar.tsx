import { Button, CloseButton, Group, Text } from '@mantine/core';
import { useRef, useState } from 'react';

import { formatNumber } from '../../../shared/formats.ts';
import type { PostOverview } from '../../api/types.ts';
import { formatMessage } from '../translations/format-message.ts';
import { useLanguage, useTranslations } from '../translations/translations.ts';
import { deleteSoon } from '../deletions/deletions.ts';
import { withPublicComments } from './delete-check.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { NameDialog } from './name-dialog.tsx';
import type { BulkWish } from './changed.ts';
import type { Names } from './use-names.ts';
import { useEvery } from './use-every.ts';
import { usePostsSearch } from './use-posts-search.ts';
import type { Selection } from './use-selection.ts';
import { useBulk } from './use-bulk.ts';

interface BulkBarProps {
  chosen: readonly PostOverview[];
  selection: Pick<Selection, 'isEvery' | 'toEvery'>;
  /** The number of posts on the page. */
  onPage: number;
  /** The number of posts that match the filters, on all pages. */
  total: number;
  /** Tags and categories to choose from. */
  names: Names;
  /** Clears the selection. The buttons here disappear with it, so the caller has to move the focus. */
  onClear: () => void;
  /** Called when the selected posts are deleted, and the buttons disappear. */
  onDelete: () => void;
}

const dialogs = { tag: 'addTag', untag: 'removeTag', category: 'setCategory', delete: 'delete' } as const;
type Dialog = keyof typeof dialogs;

/** The number of posts or, while some are selected, the bulk actions. */
export function BulkBar({
  chosen,
  selection: { isEvery, toEvery },
  onPage,
  total,
  names: { tags, categories },
  onClear,
  onDelete,
}: BulkBarProps) {
  const { posts, common } = useTranslations();
  const t = { ...posts, delete: common.delete };
  const language = useLanguage();
  const { search } = usePostsSearch();
  const bulk = useBulk();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const opener = useRef<HTMLElement>(null);
  const ids = chosen.map(({ id }) => id);
  const every = useEvery(total);
  const isPage = ids.length > 0 && ids.length === onPage && total > onPage;
  const count = isEvery ? total : ids.length;
  const change = (wanted: BulkWish) => {
    // The rows disappear, and the buttons with them.
    if (wanted.action === 'trash') onDelete();
    if (!isEvery) return bulk({ ...wanted, ids });
    void every.change(wanted).then(onClear);
  };
  const isAny = ids.length > 0;
  const tagsInUse = isEvery ? tags : tags.filter((tag) => chosen.some((post) => post.tags.includes(tag)));

  function deleteChosen(): void {
    const [only] = chosen;
    const { status, tag, category, author, search: term } = search;
    const filter = { status, tag, category, author, search: term };
    setDialog(null);
    onDelete();
    deleteSoon({
      kind: 'posts',
      // Those on other pages are not known; all of them are shown until they are deleted.
      keys: isEvery ? [] : ids,
      what:
        only && count === 1
          ? formatMessage(common.quoted, { name: only.title })
          : formatMessage(posts.count, { count }),
      // A post that was changed elsewhere since is not deleted.
      calls: isEvery
        ? [{ path: 'posts.bulk', input: { action: 'delete', filter, expected: total } }]
        : chosen.map(({ id, version }) => ({ path: 'posts.delete', input: { id, ifVersion: version } })),
    });
  }

  function close(): void {
    setDialog(null);
    opener.current?.focus();
  }

  return (
    <Group className="posts-bar" gap="xs" data-active={isAny || undefined}>
      <Text role="status" size="sm" c="dimmed">
        {every.reached !== null
          ? `${formatNumber(language, every.reached)} / ${formatMessage(posts.count, { count: total })}`
          : isAny
            ? formatMessage(posts.selected, { count })
            : formatMessage(posts.count, { count: total })}
      </Text>
      {isPage && !isEvery && every.reached === null && (
        <Button size="xs" variant="subtle" onClick={toEvery}>
          {formatMessage(posts.selectEvery, { count: total })}
        </Button>
      )}
      {isAny && every.reached === null && (
        <Group role="group" aria-label={posts.actions} gap="xs">
          {(['publish', 'unpublish', 'trash'] as const).map((action) => (
            <Button key={action} size="xs" variant="default" onClick={() => change({ action })}>
              {action === 'trash' ? t.toTrash : t[action]}
            </Button>
          ))}
          {(Object.keys(dialogs) as Dialog[]).map((name) => (
            <Button
              key={name}
              size="xs"
              variant="default"
              disabled={name === 'untag' && tagsInUse.length === 0}
              onClick={({ currentTarget }) => {
                opener.current = currentTarget;
                // Undo is enough where no words of readers and nothing out of sight are lost.
                if (name === 'delete' && !isEvery && withPublicComments(chosen).length === 0) deleteChosen();
                else setDialog(name);
              }}
            >
              {t[dialogs[name]]}
            </Button>
          ))}
          <CloseButton aria-label={posts.clearSelection} title={posts.clearSelection} onClick={onClear} />
        </Group>
      )}
      {dialog === 'delete' && (
        <DeleteDialog posts={chosen} every={isEvery ? total : undefined} onCancel={close} onConfirm={deleteChosen} />
      )}
      {(dialog === 'tag' || dialog === 'untag' || dialog === 'category') && (
        <NameDialog
          action={dialog}
          count={count}
          names={{ tag: tags, untag: tagsInUse, category: categories }[dialog]}
          onCancel={close}
          onName={(name) => {
            close();
            change({ action: dialog, [dialog === 'category' ? 'category' : 'tag']: name });
          }}
        />
      )}
    </Group>
  );
}
