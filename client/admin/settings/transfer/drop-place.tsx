import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { FolderOpen, FileArchive } from 'lucide-react';
import { useRef, useState, type DragEvent } from 'react';

import { useTranslations } from '../../translations/translations.ts';
import { chosenFolder, dropped, type Given } from './given-files.ts';

/** Where a folder or a zip is dropped, or chosen with a button. */
export function DropPlace({ disabled, take }: { disabled: boolean; take(given: Given): void }) {
  const t = useTranslations().settings;
  const folder = useRef<HTMLInputElement>(null);
  const zip = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);

  function over(event: DragEvent) {
    event.preventDefault();
    setOver(!disabled);
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    if (!disabled) take(dropped(event.dataTransfer));
  }

  /** The same folder may be chosen again, so the field forgets it. */
  function chosen(input: HTMLInputElement, given: (files: FileList) => Given) {
    if (input.files?.length) take(given(input.files));
    input.value = '';
  }

  return (
    <Paper
      withBorder
      p="lg"
      className="settings-drop"
      data-over={isOver || undefined}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Stack align="center" gap="sm">
        <Text c="dimmed">{t.drop}</Text>
        <Group justify="center">
          <Button
            variant="default"
            disabled={disabled}
            leftSection={<FolderOpen size={16} aria-hidden />}
            onClick={() => folder.current?.click()}
          >
            {t.chooseFolder}
          </Button>
          <Button
            variant="default"
            disabled={disabled}
            leftSection={<FileArchive size={16} aria-hidden />}
            onClick={() => zip.current?.click()}
          >
            {t.chooseZip}
          </Button>
        </Group>
      </Stack>
      <input
        ref={folder}
        type="file"
        hidden
        data-takes="folder"
        {...{ webkitdirectory: '' }}
        onChange={({ currentTarget }) => chosen(currentTarget, chosenFolder)}
      />
      <input
        ref={zip}
        type="file"
        hidden
        data-takes="zip"
        accept=".zip,application/zip"
        onChange={({ currentTarget }) => chosen(currentTarget, ([file]) => ({ zip: file! }))}
      />
    </Paper>
  );
}
