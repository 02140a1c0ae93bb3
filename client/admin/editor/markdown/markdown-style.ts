import { defaultHighlightStyle, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

import { styleNonce } from '../../api/nonce.ts';
import { siteMarkdown } from './dialect/dialect.ts';
import { lineDirections } from './line-directions.ts';
import { listKeys } from './list-keys.ts';

/** The language and theme of comparisons, which show the Markdown of a text. */
export function markdownStyle(label: string): Extension {
  return [markdownBase(label), sourceColours];
}

/** The language and theme without colours. */
export function markdownBase(label: string): Extension {
  return [
    EditorView.cspNonce.of(styleNonce()),
    EditorView.lineWrapping,
    lineDirections(),
    EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'true' }),
    siteMarkdown,
    listKeys,
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

/** The colours of Markdown. */
export const sourceColours: Extension = syntaxHighlighting(colours);

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
  '.cm-textfield:focus-visible, .cm-button:focus-visible': {
    outline: '2px solid var(--mantine-primary-color-filled)',
    outlineOffset: '1px',
  },
  '.cm-textfield, .cm-button': {
    background: 'var(--mantine-color-default)',
    backgroundImage: 'none',
    padding: '0.3125rem 0.625rem',
    border: '1px solid var(--mantine-color-default-border)',
    borderRadius: 'var(--mantine-radius-sm)',
    color: 'inherit',
    fontSize: 'var(--mantine-font-size-sm)',
  },
  '.cm-searchMatch': { backgroundColor: 'light-dark(#fbe9a9, #574811)' },
  '.cm-searchMatch-selected': { backgroundColor: 'light-dark(#f5c451, #7a5a00)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--mantine-color-body)',
    border: '1px solid var(--mantine-color-default-border)',
    borderRadius: 'var(--mantine-radius-md)',
    boxShadow: 'var(--mantine-shadow-md)',
    overflow: 'hidden',
  },
  // All tools of the menu without scrolling, where the window is high enough.
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'inherit', maxHeight: 'min(36rem, 80vh)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    gap: '1.5rem',
    justifyContent: 'space-between',
    padding: '0.25rem 0.75rem',
    fontSize: 'var(--mantine-font-size-sm)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--mantine-color-default-hover)',
    boxShadow: 'inset 3px 0 var(--mantine-primary-color-filled)',
    color: 'inherit',
  },
  '.cm-completionDetail': { fontStyle: 'normal' },
  '.cm-collapsedLines': { background: 'var(--mantine-color-default-hover)', color: soft, fontSize: '0.85em' },
  '.cm-collapsedLines::before, .cm-collapsedLines::after': { content: '"…"' },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
});
