import { ActionIcon, Text, TextInput } from '@mantine/core';
import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { entryProblems, type MenuEntry, type MenuName } from './menu-entries.ts';

interface MenuRowProps {
  entry: MenuEntry;
  name: MenuName;
  /** Its index, and the number of entries. */
  place: { at: number; count: number };
  /** Whether its errors are shown. */
  isChecked: boolean;
  /** Whether the site does not show it, because it leads to the hidden guestbook. */
  isHidden: boolean;
  grip: ComponentProps<'span'>;
  change: (entry: MenuEntry) => void;
  /** @param control the selector of the button that is focused afterwards */
  move: (to: number, control: string) => void;
  remove: () => void;
  /** The entries of a submenu. */
  children: ReactNode;
}

/** The fields of an entry, its buttons, and the entries of a submenu. */
export function MenuRow({ entry, name, place, isChecked, isHidden, grip, children, ...acts }: MenuRowProps) {
  const { change, move, remove } = acts;
  const translations = useTranslations();
  const t = translations.menu;
  const { at, count } = place;
  const problems = entryProblems(entry, translations);
  const field = (of: 'label' | 'url') => ({
    label: t[of],
    error: isChecked && problems[of],
    'data-wrong': problems[of] && name,
    autoComplete: 'off',
  });
  const named = entry.label || ('page' in entry ? t[entry.page] : formatMessage(t.entry, { place: at + 1 }));

  return (
    <li className="menu-row">
      <span className="menu-grip" aria-hidden {...grip}>
        <GripVertical size={16} />
      </span>
      <TextInput
        {...field('label')}
        value={entry.label ?? ''}
        placeholder={'page' in entry ? t[entry.page] : undefined}
        onChange={({ currentTarget: { value } }) => change(withLabel(entry, value))}
      />
      {'page' in entry ? (
        <Text className="menu-page" size="sm" c="dimmed">
          {isHidden ? t.hidden : <bdi dir="ltr">{`/${entry.page}`}</bdi>}
        </Text>
      ) : (
        <TextInput
          {...field('url')}
          {...('children' in entry && { label: t.ownUrl })}
          value={entry.url ?? ''}
          inputMode="url"
          spellCheck={false}
          onChange={({ currentTarget: { value } }) => change(withUrl(entry, value))}
        />
      )}
      <span className="menu-buttons">
        <ActionIcon
          variant="subtle"
          size="lg"
          data-up
          aria-label={`${t.up}: ${named}`}
          disabled={at === 0}
          onClick={() => move(at - 1, '[data-up]')}
        >
          <ArrowUp size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          size="lg"
          data-down
          aria-label={`${t.down}: ${named}`}
          disabled={at === count - 1}
          onClick={() => move(at + 1, '[data-down]')}
        >
          <ArrowDown size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          size="lg"
          color="red"
          data-remove
          aria-label={`${t.remove}: ${named}`}
          onClick={remove}
        >
          <X size={16} aria-hidden />
        </ActionIcon>
      </span>
      {children && <div className="menu-children">{children}</div>}
    </li>
  );
}

/** A page without a label is named in the language of the site. */
function withLabel(entry: MenuEntry, label: string): MenuEntry {
  if (!('page' in entry)) return { ...entry, label };
  return { page: entry.page, ...(label !== '' && { label }) };
}

/** A submenu may have no link of its own. */
function withUrl<T extends Exclude<MenuEntry, { page: unknown }>>(entry: T, url: string): T {
  if (!('children' in entry) || url !== '') return { ...entry, url };
  const { url: _, ...others } = entry;
  return others as T;
}
