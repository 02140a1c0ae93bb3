import { Button, Group, Paper, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';

import { Screen } from '../ui/screen.tsx';
import { Time } from '../ui/time.tsx';
import { useTranslations } from '../translations/translations.ts';
import { adopt, forget, type StoredText } from '../device/unsaved/texts.ts';
import { openDocument } from './document.ts';
import { handOver } from './open-documents.ts';

interface GonePostProps {
  left: StoredText[];
  /** Called when one of them was discarded. */
  gone: (kept: StoredText) => void;
}

/** The stored texts of a deleted post, to open as new posts or to discard. */
export function GonePost({ left, gone }: GonePostProps) {
  const { editor } = useTranslations();
  const navigate = useNavigate();

  function open(kept: StoredText): void {
    openAsNew(kept);
    void navigate({ to: '/posts/new', replace: true });
  }

  return (
    <Screen title={editor.gonePost}>
      <Text>{editor.gonePostHelp}</Text>
      {left.map((kept) => (
        <Paper key={kept.key} component="article" withBorder p="md" maw="44rem">
          <Title order={2} size="h4" className="editor-left" dir="auto">
            {kept.fields.title}
          </Title>
          <Text size="sm" c="dimmed">
            {editor.foundHelp} <Time at={new Date(kept.at).toISOString()} />
          </Text>
          <Text className="editor-left" lineClamp={8} my="sm" dir="auto">
            {kept.fields.content}
          </Text>
          <Group justify="flex-end" gap="xs">
            <Button
              variant="default"
              onClick={() => {
                forget(kept.id, kept.key);
                gone(kept);
              }}
            >
              {editor.discard}
            </Button>
            <Button onClick={() => open(kept)}>{editor.openAsNew}</Button>
          </Group>
        </Paper>
      ))}
    </Screen>
  );
}

/** Hands the text over to the editor of new posts, which stores it from then on. */
function openAsNew(kept: StoredText): void {
  const document = openDocument();
  document.change(kept.fields);
  adopt(kept, { id: null, version: 0, key: document.key });
  handOver(document);
}
