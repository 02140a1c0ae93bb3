import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { Group, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef, type CSSProperties } from 'react';

import { useTranslations } from '../../translations/translations.ts';
import { markdownStyle } from '../markdown/markdown-style.ts';

interface Text {
  text: string;
  label: string;
}

interface MergeProps {
  before: Text;
  after: Text;
  edited: ((text: string) => void) | undefined;
}

/** The differences of two texts, side by side in wide windows, otherwise unified. */
export function Merge({ before, after, edited }: MergeProps) {
  const { editor } = useTranslations();
  const place = useRef<HTMLDivElement>(null);
  const isWide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false });

  // Keeps edits when the view is rebuilt.
  const typed = useRef({ from: after.text, text: after.text });

  useEffect(() => {
    const parent = place.current;
    if (!parent) return undefined;
    if (typed.current.from !== after.text) typed.current = { from: after.text, text: after.text };
    const now = { ...after, text: typed.current.text };
    const type = edited && ((text: string) => edited((typed.current.text = text)));
    const common = EditorState.phrases.of({
      'Revert this chunk': editor.takePiece,
      '$ unchanged lines': editor.unchangedLines,
    });
    const view = isWide
      ? beside(parent, before, now, common, type)
      : inOne(parent, before, now, common, editor.takePiece, type);
    return () => view.destroy();
    // Applied changes modify the text after, which must not rebuild the view.
  }, [isWide, before.text, before.label, after.label]);

  return (
    <div className="editor-merge">
      {isWide && (
        <Group grow aria-hidden>
          <Text size="sm" fw={600}>
            {before.label}
          </Text>
          <Text size="sm" fw={600}>
            {after.label}
          </Text>
        </Group>
      )}
      <div ref={place} className="editor-merge-texts" style={labelStyle(after.label)} />
    </div>
  );
}

const collapseUnchanged = { margin: 3, minSize: 6 };
type Edited = MergeProps['edited'];

function beside(parent: Element, before: Text, after: Text, common: Extension, edited: Edited): MergeView {
  return new MergeView({
    parent,
    a: { doc: before.text, extensions: [common, markdownStyle(before.label), fixed] },
    b: { doc: after.text, extensions: [common, markdownStyle(after.label), editing(edited)] },
    collapseUnchanged,
    ...(edited && { revertControls: 'a-to-b' as const }),
  });
}

function inOne(
  parent: Element,
  before: Text,
  after: Text,
  common: Extension,
  takePiece: string,
  edited: Edited,
): EditorView {
  const merge = unifiedMergeView({
    original: before.text,
    // CodeMirror requires two controls above each chunk that is missing in the text after.
    mergeControls: (type, take) => {
      if (type === 'accept') return pieceLabel(before.label);
      return edited ? pieceButton(take, takePiece) : document.createElement('span');
    },
    collapseUnchanged,
  });
  const extensions = [common, markdownStyle(after.label), merge, editing(edited)];
  return new EditorView({ parent, state: EditorState.create({ doc: after.text, extensions }) });
}

const fixed = EditorState.readOnly.of(true);

function editing(edited: Edited): Extension {
  if (!edited) return fixed;
  return EditorView.updateListener.of(({ docChanged, state }) => docChanged && edited(state.doc.toString()));
}

/** The label of a chunk. Keeping it needs no button. */
function pieceLabel(label: string): HTMLElement {
  const whose = document.createElement('span');
  whose.className = 'editor-piece-of';
  whose.textContent = label;
  return whose;
}

function pieceButton(take: (event: MouseEvent) => void, label: string): HTMLElement {
  const button = document.createElement('button');
  button.className = 'cm-button';
  button.textContent = label;
  button.addEventListener('click', take);
  return button;
}

/** Passes the label of the text after to the style sheet of the unified view. */
function labelStyle(label: string): CSSProperties {
  return { '--editor-after': JSON.stringify(label) } as CSSProperties;
}
