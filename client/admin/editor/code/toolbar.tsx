import { ActionIcon, Group } from '@mantine/core';
import type { EditorView } from '@codemirror/view';
import { Bold, Code, Heading2, Image, Italic, Link, List, ListOrdered, Quote } from 'lucide-react';
import type { RefObject } from 'react';

import { useTranslations } from '../../translations/translations.ts';
import { formats, type Format } from './commands.ts';

const buttons: readonly { format: Format; Icon: typeof Bold; keys?: string }[] = [
  { format: 'bold', Icon: Bold, keys: 'Ctrl B' },
  { format: 'italic', Icon: Italic, keys: 'Ctrl I' },
  { format: 'heading', Icon: Heading2 },
  { format: 'link', Icon: Link, keys: 'Ctrl K' },
  { format: 'image', Icon: Image },
  { format: 'quote', Icon: Quote },
  { format: 'code', Icon: Code },
  { format: 'bullets', Icon: List },
  { format: 'numbers', Icon: ListOrdered },
];

/** The formatting toolbar. */
export function Toolbar({ view }: { view: RefObject<EditorView | null> }) {
  const { editor } = useTranslations();
  return (
    <Group className="editor-toolbar" role="toolbar" aria-label={editor.toolbar} gap={2}>
      {buttons.map(({ format, Icon, keys }) => (
        <ActionIcon
          key={format}
          title={keys ? `${editor[format]} · ${keys}` : editor[format]}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={editor[format]}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => view.current && formats[format](view.current)}
        >
          <Icon size={17} aria-hidden />
        </ActionIcon>
      ))}
    </Group>
  );
}
