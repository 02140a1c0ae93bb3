import { Button, Group, Stack, Text } from '@mantine/core';
import { useRef, type FormEvent, type ReactNode } from 'react';

import { useTranslations } from '../translations/translations.ts';
import type { Part } from './use-part.ts';

/** The form of a part. On submit, the first invalid field gets the focus. */
export function PartForm({ part, children }: { part: Part; children: ReactNode }) {
  const { common, settings } = useTranslations();
  const form = useRef<HTMLFormElement>(null);

  function save(event: FormEvent) {
    event.preventDefault();
    const [wrong] = part.save();
    if (wrong) form.current?.querySelector<HTMLElement>(`[name="${wrong}"], [data-wrong="${wrong}"]`)?.focus();
  }

  return (
    <form ref={form} onSubmit={save} noValidate>
      <Stack maw={640} gap="lg">
        {children}
        <Group className="settings-save">
          <Button type="submit" loading={part.isSaving} variant={part.isChanged ? 'filled' : 'default'}>
            {common.save}
          </Button>
          {part.isChanged && (
            <Button variant="subtle" onClick={part.discard}>
              {settings.discard}
            </Button>
          )}
          <Text role="status" c="dimmed" size="sm">
            {part.isChanged && !part.isSaving ? settings.unsaved : part.isSaved && settings.saved}
          </Text>
        </Group>
      </Stack>
    </form>
  );
}
