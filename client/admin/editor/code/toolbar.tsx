import { ActionIcon, Group } from '@mantine/core';
import type { EditorView } from '@codemirror/view';
import { Bold, Code, Heading2, Image, Images, Italic, Link, List, ListOrdered, Quote, Upload } from 'lucide-react';
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

/** How many tools come before those for files. */
const FILES_AT = 5;

interface ToolbarProps {
  view: RefObject<EditorView | null>;
  /** Asks for files and uploads them. */
  upload: () => void;
  /** Opens the library. */
  pick: () => void;
}

/** The toolbar: formats, and files for the text. */
export function Toolbar({ view, upload, pick }: ToolbarProps) {
  const { editor, uploads } = useTranslations();
  const tools = buttons.map(({ format, Icon, keys }) => ({
    name: editor[format],
    Icon,
    keys,
    run: () => view.current && formats[format](view.current),
  }));
  const files = [
    { name: uploads.upload, Icon: Upload, keys: undefined, run: upload },
    { name: uploads.fromLibrary, Icon: Images, keys: undefined, run: pick },
  ];
  return (
    <Group className="editor-toolbar" role="toolbar" aria-label={editor.toolbar} gap={2}>
      {[...tools.slice(0, FILES_AT), ...files, ...tools.slice(FILES_AT)].map(({ name, Icon, keys, run }) => (
        <ActionIcon
          key={name}
          title={keys ? `${name} · ${keys}` : name}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={name}
          onMouseDown={(event) => event.preventDefault()}
          onClick={run}
        >
          <Icon size={17} aria-hidden />
        </ActionIcon>
      ))}
    </Group>
  );
}
