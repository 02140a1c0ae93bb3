import type { EditorView } from '@codemirror/view';

import { currentTranslations } from '../../../translations/translations.ts';
import { toolBar } from '../tool-bar.ts';
import {
  addColumn,
  addRow,
  moveColumn,
  moveRow,
  removeColumn,
  removeRow,
  type TableChange,
  type TableEdit,
} from './change-table.ts';
import { findCell, placeOfCell } from './table-dom.ts';
import { changeTable } from './table-keys.ts';
import { shownTable } from './shown-table.ts';

interface Tool {
  name: 'addRow' | 'addColumn' | 'rowUp' | 'rowDown' | 'columnBack' | 'columnForth' | 'removeRow' | 'removeColumn';
  /** A sign, which says the same in all languages. */
  sign: string;
  change: (edit: TableEdit, row: number, column: number) => TableChange[];
  /** Where the focus is afterwards, from the cell that had it. */
  by?: [down: number, right: number];
}

const tools: Tool[] = [
  { name: 'addRow', sign: '+↓', change: (edit, row) => addRow(edit, row), by: [1, 0] },
  { name: 'addColumn', sign: '+→', change: (edit, _row, column) => addColumn(edit, column), by: [0, 1] },
  { name: 'rowUp', sign: '↑', change: (edit, row) => moveRow(edit, row, -1), by: [-1, 0] },
  { name: 'rowDown', sign: '↓', change: (edit, row) => moveRow(edit, row, 1), by: [1, 0] },
  { name: 'columnBack', sign: '←', change: (edit, _row, column) => moveColumn(edit, column, -1), by: [0, -1] },
  { name: 'columnForth', sign: '→', change: (edit, _row, column) => moveColumn(edit, column, 1), by: [0, 1] },
  { name: 'removeRow', sign: '−↓', change: (edit, row) => removeRow(edit, row) },
  { name: 'removeColumn', sign: '−→', change: (edit, _row, column) => removeColumn(edit, column) },
];

/** The tools above a table while one of its cells has the focus. They change the row or column of that cell. */
export function tableTools(place: HTMLElement, view: EditorView): HTMLElement {
  const { live } = currentTranslations();
  let last = { row: -1, column: 0 };
  place.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && target.classList.contains('live-cell')) last = placeOfCell(target);
  });
  return toolBar(
    live.table,
    tools.map(({ name, sign, change, by = [0, 0] }) => ({
      label: live[name],
      sign,
      run() {
        const changes = change(shownTable(place), last.row, last.column);
        const moved = changes.length > 0 ? { row: last.row + by[0], column: last.column + by[1] } : last;
        changeTable(place, view, changes);
        const target = [moved, last, { row: last.row - 1, column: last.column }, { row: -1, column: 0 }].find(
          ({ row, column }) => findCell(place, row, column),
        );
        if (target) changeTable(place, view, [], target);
      },
    })),
  );
}
