import { ActionIcon, Button, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';

import { formatMessage } from '../../translations/format-message.ts';
import { useTranslations } from '../../translations/translations.ts';

interface Link {
  label: string;
  url: string;
}

interface ProfileLinksProps {
  links: readonly Link[];
  change(links: Link[]): void;
  error: string | undefined;
}

const MOST = 10;

/** The links to profiles of an author: add, edit and remove. */
export function ProfileLinks({ links, change, error }: ProfileLinksProps) {
  const { authors: t, menu } = useTranslations();
  const list = useRef<HTMLDivElement>(null);
  const adding = useRef<HTMLButtonElement>(null);
  const set = (at: number, part: Partial<Link>) => change(links.with(at, { ...links[at]!, ...part }));

  function add() {
    flushSync(() => change([...links, { label: '', url: '' }]));
    list.current?.lastElementChild?.querySelector('input')?.focus();
  }

  return (
    <Fieldset legend={t.links}>
      <Stack gap="xs">
        <Stack gap="xs" ref={list}>
          {links.map(({ label, url }, at) => (
            // A row has no state of its own.
            <Group key={at} gap="xs" wrap="nowrap">
              <TextInput
                aria-label={formatMessage(t.linkText, { place: at + 1 })}
                placeholder={menu.label}
                maxLength={60}
                value={label}
                onChange={({ currentTarget }) => set(at, { label: currentTarget.value })}
              />
              <TextInput
                aria-label={formatMessage(t.linkUrl, { place: at + 1 })}
                placeholder="https://"
                maxLength={2000}
                value={url}
                onChange={({ currentTarget }) => set(at, { url: currentTarget.value.trim() })}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={formatMessage(t.removeLink, { place: at + 1 })}
                onClick={() => {
                  change(links.toSpliced(at, 1));
                  // The button disappears with its row.
                  adding.current?.focus();
                }}
              >
                <X size={16} aria-hidden />
              </ActionIcon>
            </Group>
          ))}
        </Stack>
        {error !== undefined && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {error}
          </Text>
        )}
        <Group>
          <Button
            ref={adding}
            variant="default"
            size="xs"
            leftSection={<Plus size={14} aria-hidden />}
            disabled={links.length >= MOST}
            onClick={add}
          >
            {menu.addLink}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}
