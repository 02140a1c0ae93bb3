// Runs in a browser: mounts the editor of the app for one text after another, and checks what would be saved.
import { undo } from '@codemirror/commands';
import { syntaxTree } from '@codemirror/language';
import type { EditorView } from '@codemirror/view';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRef } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

import { queryClient } from '../../../client/admin/api/api.ts';
import { CodeEditor } from '../../../client/admin/editor/code/code-editor.tsx';
import { openDocument, openingState, type EditorDocument } from '../../../client/admin/editor/document.ts';
import { autosaveInput } from '../../../client/admin/editor/write.ts';
import { loadScreenTexts } from '../../../client/admin/translations/translations.ts';
import type { Post } from '../../../client/index.ts';
import { emptyFields } from '../../../shared/field-values.ts';

/** In how many places of a text the cursor is put. */
const PLACES = 3;

const root = createRoot(document.getElementById('root')!);
await loadScreenTexts();

/** Opens a text, goes through it, changes a block and undoes that; returns what went wrong. */
function problemsOf(content: string): string[] {
  const opened = openDocument(openingState(postWith(content), null));
  const ref = createRef<EditorView>() as { current: EditorView | null };
  const show = () =>
    flushSync(() =>
      root.render(
        <QueryClientProvider client={queryClient}>
          <CodeEditor key={opened.key} document={opened} content={opened.state().fields.content} view={ref} />
        </QueryClientProvider>,
      ),
    );
  show();
  const view = ref.current!;
  const problems: string[] = [];
  const expectSaved = (expected: string, when: string) => {
    const sent = autosaveInput(opened.state(), 'a').content ?? content;
    if (sent !== expected) problems.push(`${when}: ${differenceOf(expected, sent)}`);
  };
  look(view);
  expectSaved(content, 'opened');
  for (const at of placesIn(view)) {
    view.dispatch({ changes: { from: at, insert: 'x' }, userEvent: 'input.type' });
    const behind = rawPosition(content, at);
    expectSaved(`${content.slice(0, behind)}x${content.slice(behind)}`, `typed at ${at}`);
    undo(view);
    expectSaved(content, `undone at ${at}`);
  }
  useWidgets(view, opened, content, problems);
  show();
  expectSaved(content, 'rendered again');
  return problems;
}

/** Puts the cursor into blocks from the beginning to the end, which opens and closes their widgets. */
function look(view: EditorView): void {
  view.focus();
  for (const anchor of [...placesIn(view), view.state.doc.length, 0]) {
    view.dispatch({ selection: { anchor }, scrollIntoView: true, userEvent: 'select' });
    // Lays out and measures as a frame would.
    view.coordsAtPos(anchor);
  }
}

/** Ends of blocks, evenly spread. Those in blank lines are left out: text in them gets blank lines around it. */
function placesIn({ state }: EditorView): number[] {
  const ends: number[] = [];
  for (let node = syntaxTree(state).topNode.firstChild; node; node = node.nextSibling)
    if (state.doc.lineAt(node.to).text.trim() !== '') ends.push(node.to);
  const step = Math.max(1, Math.floor(ends.length / PLACES));
  return ends.filter((_, at) => at % step === 0).slice(0, PLACES);
}

/** Ticks a box and types into a cell: each changes one line and nothing else, and undo takes it back. */
function useWidgets(view: EditorView, opened: EditorDocument, content: string, problems: string[]): void {
  const widgets: [string, HTMLElement | null, (element: HTMLElement) => void][] = [
    ['box', view.dom.querySelector<HTMLElement>('.live-box'), (box) => box.click()],
    ['cell', view.dom.querySelector<HTMLElement>('td .live-cell'), typeInto],
  ];
  for (const [name, element, use] of widgets) {
    if (!element) continue;
    use(element);
    const changed = opened.state().fields.content;
    const lines = changedLines(content, changed);
    if (changed === content || lines !== 1)
      problems.push(`${name}: ${lines} lines changed: ${differenceOf(content, changed)}`);
    undo(view);
    const after = opened.state().fields.content;
    if (after !== content) problems.push(`${name} undone: ${differenceOf(content, after)}`);
  }
}

function typeInto(cell: HTMLElement): void {
  cell.focus();
  cell.textContent += 'x';
  cell.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/** How many lines differ in two texts with equally many lines; -1 if their numbers differ. */
function changedLines(before: string, after: string): number {
  const [old, now] = [before, after].map((text) => text.split(/(?<=\r\n|\r(?!\n)|\n)/)) as [string[], string[]];
  return old.length === now.length ? old.filter((line, at) => line !== now[at]).length : -1;
}

/** Where a position of CodeMirror, for which each line ending is one character, is in the stored text. */
function rawPosition(content: string, at: number): number {
  let position = at;
  for (const { index } of content.matchAll(/\r\n/g)) {
    if (index >= position) break;
    position += 1;
  }
  return position;
}

function differenceOf(expected: string, actual: string): string {
  let at = 0;
  while (expected[at] === actual[at] && at < expected.length) at += 1;
  const around = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 20), at + 30));
  return `${around(expected)} became ${around(actual)}`;
}

function postWith(content: string): Post {
  return {
    ...emptyFields('2026-03-01'),
    ...{ id: 'a', title: 'A', content, status: 'draft', version: 1, enc: null, created_at: '2026-03-01T00:00:00.000Z' },
  } as unknown as Post;
}

Object.assign(globalThis, { problemsOf });
