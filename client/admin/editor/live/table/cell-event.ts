/** The user event of what is typed into a cell, of which the text of CodeMirror knows nothing. */
export const CELL_EVENT = 'input.type.cell';
