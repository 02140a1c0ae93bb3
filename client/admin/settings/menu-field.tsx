import { Button, Fieldset, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { AddPage } from './add-page.tsx';
import { maxEntries, moved, usualMenus, type MenuEntry, type MenuName } from './menu-entries.ts';
import { MenuRow } from './menu-row.tsx';
import { useReorder } from './use-reorder.ts';
import type { Fields } from './changes.ts';
import type { Part } from './use-part.ts';

/** The entries of a menu: add, edit, reorder, remove, and back to the usual ones. */
export function MenuField({ part, name }: { part: Part; name: MenuName }) {
  const t = useTranslations().menu;
  const list = useRef<HTMLOListElement>(null);
  const [said, say] = useState('');
  const entries = part.values[name] ?? usualMenus[name];
  const problem = part.problems[name];
  const set = (next: readonly MenuEntry[]) => part.set(name, [...next] as Fields[MenuName] & object);

  /** Changes the menu, and focuses a control of one of its rows. */
  function setAndFocus(next: readonly MenuEntry[], at: number, control: string): void {
    flushSync(() => set(next));
    const row = list.current?.children[Math.min(at, next.length - 1)];
    (row?.querySelector<HTMLElement>(`${control}:not(:disabled)`) ?? row?.querySelector<HTMLElement>('input'))?.focus();
  }

  function move(from: number, to: number, control?: string): void {
    const next = moved(entries, from, to);
    if (control === undefined) set(next);
    else setAndFocus(next, to, control);
    say(formatMessage(t.moved, { place: to + 1, count: next.length }));
  }

  function remove(at: number): void {
    setAndFocus(entries.toSpliced(at, 1), at, '[data-remove]');
    say(t.removed);
  }

  const grip = useReorder(list, (from, to) => move(from, to));
  const isFull = entries.length >= maxEntries[name];

  return (
    <Fieldset legend={t[name]}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t[`${name}Help`]}
        </Text>
        <ol ref={list} className="menu-rows" aria-label={t[name]}>
          {entries.map((entry, at) => (
            <MenuRow
              // A row has no state of its own.
              key={at}
              entry={entry}
              name={name}
              place={{ at, count: entries.length }}
              isChecked={problem !== undefined}
              isHidden={'page' in entry && entry.page === 'guestbook' && !part.values.guestbookEnabled}
              grip={grip(at)}
              change={(next) => set(entries.with(at, next))}
              move={(to, control) => move(at, to, control)}
              remove={() => remove(at)}
            />
          ))}
        </ol>
        {entries.length === 0 && (
          <Text size="sm" c="dimmed">
            {t.none}
          </Text>
        )}
        <Group align="end">
          <Button
            variant="default"
            leftSection={<Plus size={16} aria-hidden />}
            disabled={isFull}
            onClick={() => setAndFocus([...entries, { label: '', url: '' }], entries.length, 'input')}
          >
            {t.addLink}
          </Button>
          {name !== 'authorLinks' && (
            <AddPage
              label={`${t.addPage} (${t[name]})`}
              isDisabled={isFull}
              shown={entries}
              add={(entry) => {
                set([...entries, entry]);
                say(formatMessage(t.added, { place: entries.length + 1 }));
              }}
            />
          )}
          {name !== 'authorLinks' && part.values[name] !== null && (
            <Button variant="subtle" onClick={() => part.set(name, null)}>
              {t[`${name}Reset`]}
            </Button>
          )}
        </Group>
        {isFull && (
          <Text size="sm" c="dimmed">
            {formatMessage(t.full, { most: maxEntries[name] })}
          </Text>
        )}
        {problem !== undefined && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {t.wrong}
          </Text>
        )}
        <VisuallyHidden role="status">{said}</VisuallyHidden>
      </Stack>
    </Fieldset>
  );
}
