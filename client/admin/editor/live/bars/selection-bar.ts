import { searchPanelOpen } from '@codemirror/search';
import { StateField, type EditorState, type Extension } from '@codemirror/state';
import { keymap, type EditorView, showTooltip, type Tooltip } from '@codemirror/view';

import { currentTranslations } from '../../../translations/translations.ts';
import { formats, type Format } from '../../markdown/commands.ts';
import { isInCode } from '../../markdown/in-code.ts';
import { toolLabel } from '../../markdown/tools.ts';
import { leavesUnsettled } from '../settle.ts';
import { toolBar, type BarTool } from '../tool-bar.ts';

const signs: [Format, string][] = [
  ['bold', 'B'],
  ['italic', 'I'],
  ['strike', 'S'],
  ['highlight', 'H'],
  ['inlineCode', '<>'],
  ['link', '↗'],
  ['heading2', 'H2'],
  ['heading3', 'H3'],
  ['quote', '”'],
];

/** A bar over selected text. It appears once the selection is made; Alt+F10 leads to it, Escape back. */
const bar = StateField.define<Tooltip | null>({
  create: () => null,
  update(tooltip, transaction) {
    if (leavesUnsettled(transaction) || transaction.docChanged) return null;
    if (transaction.selection === undefined && transaction.effects.length === 0) return tooltip;
    const next = tooltipFor(transaction.state);
    return next && tooltip && next.pos === tooltip.pos ? tooltip : next;
  },
  provide: (field) => showTooltip.from(field),
});

export const selectionBar: Extension = [
  bar,
  keymap.of([
    {
      key: 'Alt-F10',
      run: (view) => {
        const button = view.dom.querySelector<HTMLElement>('.live-selection button[tabindex="0"]');
        button?.focus();
        return button !== null;
      },
    },
  ]),
];

function tooltipFor(state: EditorState): Tooltip | null {
  const { main } = state.selection;
  const isText = !main.empty && /[\p{L}\p{N}]/u.test(state.sliceDoc(main.from, Math.min(main.to, main.from + 1000)));
  // A hit of the search is not there to be formatted.
  if (!isText || isInCode(state, main.from + 1) || searchPanelOpen(state)) return null;
  // Telephones show their own bar above the selection.
  const above = !matchMedia('(pointer: coarse)').matches;
  return { pos: main.from, end: main.to, above, strictSide: false, arrow: false, create };
}

function create(view: EditorView) {
  const tools = signs.map(([format, sign]): BarTool => ({
    label: toolLabel(format),
    sign,
    run: () => formats[format](view),
  }));
  const dom = toolBar(currentTranslations().live.selection, tools);
  dom.classList.add('live-selection');
  dom.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    view.focus();
  });
  return { dom };
}
