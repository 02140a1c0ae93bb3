import { Popover, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { EditorView } from '@codemirror/view';
import { ListTree } from 'lucide-react';

import { useTranslations } from '../../translations/translations.ts';
import type { EditorDocument } from '../document.ts';
import { findHeadings, type Heading } from './headings.ts';
import { ToolButton } from './tool-button.tsx';

/** Space above a heading that was jumped to, in pixels: the search may be open there. */
const MARGIN = 60;

/** The headings of the text; a click jumps to one. */
export function Outline({ document, tabIndex }: { document: EditorDocument; tabIndex: 0 | -1 }) {
  const { editor } = useTranslations();
  const [isOpen, { close, toggle }] = useDisclosure();
  const headings = isOpen && document.view ? findHeadings(document.view.state) : [];
  const highest = Math.min(...headings.map(({ level }) => level));

  function jump({ at }: Heading): void {
    const { view } = document;
    close();
    view?.dispatch({
      selection: { anchor: at },
      effects: EditorView.scrollIntoView(at, { y: 'start', yMargin: MARGIN }),
    });
    view?.focus();
  }

  return (
    <Popover opened={isOpen} onDismiss={close} position="bottom-end" withinPortal trapFocus>
      <Popover.Target>
        <ToolButton name={editor.outline} Icon={ListTree} tabIndex={tabIndex} onClick={toggle} />
      </Popover.Target>
      <Popover.Dropdown className="editor-outline" aria-label={editor.outline}>
        {headings.length === 0 && (
          <Text c="dimmed" size="sm">
            {editor.noHeadings}
          </Text>
        )}
        <ul>
          {headings.map((heading) => (
            <li key={heading.at}>
              <UnstyledButton
                className="editor-target"
                pl={`${heading.level - highest + 0.5}rem`}
                onClick={() => jump(heading)}
              >
                {heading.text || '–'}
              </UnstyledButton>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
