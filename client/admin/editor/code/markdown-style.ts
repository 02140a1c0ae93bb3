import { defaultHighlightStyle, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

import { styleNonce } from '../../api/nonce.ts';

/** The Markdown language and theme of the editor and comparisons. */
export function markdownStyle(label: string): Extension {
  return [
    EditorView.cspNonce.of(styleNonce()),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'true', dir: 'auto' }),
    markdown({ base: markdownLanguage, completeHTMLTags: false }),
    syntaxHighlighting(colours),
    theme,
  ];
}

const soft = 'var(--mantine-color-dimmed)';
/** The default highlighting of CodeMirror, with colours for light and dark. */
const colours = HighlightStyle.define([
  { tag: tags.monospace, fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.9em' },
  ...defaultHighlightStyle.specs.map(({ tag, color, fontWeight, fontStyle, textDecoration }) => ({
    tag,
    ...(color !== undefined && { color: soft }),
    fontWeight,
    fontStyle,
    ...(textDecoration === 'line-through' && { textDecoration }),
  })),
]);

const theme = EditorView.theme({
  '&': { color: 'var(--mantine-color-text)', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: '1.7' },
  '.cm-content': { caretColor: 'var(--mantine-color-text)', padding: '0' },
  '.cm-line': { padding: '0' },
  '.cm-placeholder': { color: 'var(--mantine-color-placeholder)' },
  '.cm-gutters': { backgroundColor: 'transparent', border: 'none' },
  '.cm-panels': { backgroundColor: 'var(--mantine-color-body)', color: 'inherit', border: 'none' },
  '.cm-panels-top': { borderBottom: '1px solid var(--mantine-color-default-border)', position: 'sticky', top: '0' },
  '.cm-textfield, .cm-button': {
    background: 'var(--mantine-color-default)',
    border: '1px solid var(--mantine-color-default-border)',
    borderRadius: 'var(--mantine-radius-sm)',
    color: 'inherit',
    fontSize: 'var(--mantine-font-size-sm)',
  },
  '.cm-collapsedLines': { background: 'var(--mantine-color-default-hover)', color: soft, fontSize: '0.85em' },
  '.cm-collapsedLines::before, .cm-collapsedLines::after': { content: '"…"' },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
});
