import { Group } from '@mantine/core';
import {
  Bold,
  Code,
  FileSymlink,
  Heading2,
  Heading3,
  Heading4,
  Image,
  Images,
  Italic,
  Link,
  List,
  ListChecks,
  ListOrdered,
  Quote,
  Search,
  Superscript,
  Table,
  Upload,
  type LucideIcon,
} from 'lucide-react';
import { memo } from 'react';

import { useTranslations } from '../../translations/translations.ts';
import type { EditorDocument } from '../document.ts';
import { FocusButton } from './focus-button.tsx';
import { LookButton } from './look-button.tsx';
import { Outline } from './outline.tsx';
import { ToolButton } from './tool-button.tsx';
import { toolLabel, runTool, tools, type ToolName } from '../markdown/tools.ts';
import { useRoving } from './use-roving.ts';

const icons: Partial<Record<ToolName, LucideIcon>> = {
  bold: Bold,
  italic: Italic,
  heading2: Heading2,
  heading3: Heading3,
  heading4: Heading4,
  link: Link,
  linkPost: FileSymlink,
  image: Image,
  upload: Upload,
  pick: Images,
  quote: Quote,
  code: Code,
  bullets: List,
  numbers: ListOrdered,
  tasks: ListChecks,
  table: Table,
  footnote: Superscript,
  find: Search,
};

const barTools = tools.filter(({ isInMenuOnly }) => !isInMenuOnly);

/** The toolbar: one tab stop; the arrow keys reach its buttons. No key that is typed into the text changes it. */
export const Toolbar = memo(function Toolbar({ document }: { document: EditorDocument }) {
  const { editor } = useTranslations();
  const { bar, tabIndex } = useRoving();
  return (
    <Group {...bar} className="editor-toolbar" role="toolbar" aria-label={editor.toolbar} gap={2}>
      {barTools.map(({ name, keys }, at) => (
        <ToolButton
          key={name}
          name={toolLabel(name)}
          keys={keys}
          Icon={icons[name]!}
          tabIndex={tabIndex(at)}
          onClick={() => document.view && runTool(name, document.view, document.requests)}
        />
      ))}
      <LookButton tabIndex={tabIndex(barTools.length)} />
      <FocusButton tabIndex={tabIndex(barTools.length + 1)} />
      <Outline document={document} tabIndex={tabIndex(barTools.length + 2)} />
    </Group>
  );
});
