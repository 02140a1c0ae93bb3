import { Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { AddPage } from './add-page.tsx';
import { maxEntries, moveEntry, type MenuEntry, type MenuLeaf, type MenuName } from './menu-entries.ts';
import { MenuRow } from './menu-row.tsx';
import { useReorder } from './use-reorder.ts';

interface MenuListProps {
  name: MenuName;
  /** What the entries belong to: the menu, or a submenu. */
  label: string;
  entries: readonly MenuEntry[];
  /** Whether they are those of a submenu, which has no submenus. */
  isNested?: boolean;
  /** Whether errors are shown. */
  isChecked: boolean;
  /** Whether the site shows the guestbook. */
  hasGuestbook: boolean;
  set: (entries: MenuEntry[]) => void;
}

/** The entries of a menu or submenu: add, edit, reorder and remove. */
export function MenuList({ name, label, entries, isNested = false, isChecked, hasGuestbook, set }: MenuListProps) {
  const t = useTranslations().menu;
  const list = useRef<HTMLOListElement>(null);
  const [said, say] = useState('');

  /** Changes the menu, and focuses a control of one of its rows. */
  function setAndFocus(next: MenuEntry[], at: number, control: string): void {
    flushSync(() => set(next));
    const row = list.current?.children[Math.min(at, next.length - 1)];
    (row?.querySelector<HTMLElement>(`${control}:not(:disabled)`) ?? row?.querySelector<HTMLElement>('input'))?.focus();
  }

  function move(from: number, to: number, control?: string): void {
    const next = moveEntry(entries, from, to);
    if (control === undefined) set(next);
    else setAndFocus(next, to, control);
    say(formatMessage(t.moved, { place: to + 1, count: next.length }));
  }

  function remove(at: number): void {
    setAndFocus(entries.toSpliced(at, 1), at, '[data-remove]');
    say(t.removed);
  }

  const add = (entry: MenuEntry) => setAndFocus([...entries, entry], entries.length, 'input');
  const grip = useReorder(list, (from, to) => move(from, to));
  const isFull = entries.length >= maxEntries[name];

  return (
    <>
      <ol ref={list} className="menu-rows" aria-label={label}>
        {entries.map((entry, at) => (
          <MenuRow
            // A row has no state of its own.
            key={at}
            entry={entry}
            name={name}
            place={{ at, count: entries.length }}
            isChecked={isChecked}
            isHidden={'page' in entry && entry.page === 'guestbook' && !hasGuestbook}
            grip={grip(at)}
            change={(next) => set(entries.with(at, next))}
            move={(to, control) => move(at, to, control)}
            remove={() => remove(at)}
          >
            {'children' in entry && (
              <MenuList
                name={name}
                label={formatMessage(t.entriesOf, { name: entry.label || formatMessage(t.entry, { place: at + 1 }) })}
                entries={entry.children}
                isNested
                isChecked={isChecked}
                hasGuestbook={hasGuestbook}
                set={(children) => set(entries.with(at, { ...entry, children: children as MenuLeaf[] }))}
              />
            )}
          </MenuRow>
        ))}
      </ol>
      {entries.length === 0 && (
        <Text size="sm" c={isNested && isChecked ? 'var(--mantine-color-error)' : 'dimmed'}>
          {t.none}
        </Text>
      )}
      <Group align="end">
        <Button
          variant="default"
          leftSection={<Plus size={16} aria-hidden />}
          disabled={isFull}
          onClick={() => add({ label: '', url: '' })}
        >
          {t.addLink}
        </Button>
        {name !== 'authorLinks' && (
          <AddPage
            label={`${t.addPage} (${label})`}
            isDisabled={isFull}
            shown={entries}
            add={(entry) => {
              set([...entries, entry]);
              say(formatMessage(t.added, { place: entries.length + 1 }));
            }}
          />
        )}
        {name !== 'authorLinks' && !isNested && (
          <Button
            variant="default"
            leftSection={<Plus size={16} aria-hidden />}
            disabled={isFull}
            onClick={() => add({ label: '', children: [{ label: '', url: '' }] })}
          >
            {t.addSubmenu}
          </Button>
        )}
      </Group>
      {isFull && (
        <Text size="sm" c="dimmed">
          {formatMessage(t.full, { most: maxEntries[name] })}
        </Text>
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  );
}
