import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { Files, FolderOpen } from 'lucide-react';
import { useRef, useState, type DragEvent } from 'react';

import { useTranslations } from '../../translations/translations.ts';
import { filesFromInput, filesFromDrop, type Given } from './given-files.ts';

/** A drop zone for files, folders and ZIPs, with buttons to choose them. */
export function DropPlace({ disabled, take }: { disabled: boolean; take(given: Given): void }) {
  const t = useTranslations().settings;
  const folder = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);

  function over(event: DragEvent) {
    event.preventDefault();
    setOver(!disabled);
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    if (!disabled) take(filesFromDrop(event.dataTransfer));
  }

  /** Resets the input, so that the same files can be chosen again. */
  function choose(input: HTMLInputElement) {
    if (input.files?.length) take(filesFromInput(input.files));
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
            leftSection={<Files size={16} aria-hidden />}
            onClick={() => files.current?.click()}
          >
            {t.chooseFiles}
          </Button>
        </Group>
      </Stack>
      <input
        ref={folder}
        type="file"
        hidden
        data-takes="folder"
        {...{ webkitdirectory: '' }}
        onChange={({ currentTarget }) => choose(currentTarget)}
      />
      <input
        ref={files}
        type="file"
        hidden
        multiple
        data-takes="files"
        onChange={({ currentTarget }) => choose(currentTarget)}
      />
    </Paper>
  );
}
