/** @returns a row with its line end; fields that a spreadsheet would calculate are made harmless */
export function csvRow(fields: readonly string[]): string {
  return `${fields.map((field) => quote(escapeFormula(field))).join(',')}\r\n`;
}

/** Undoes what `csvRow` does to a field that a spreadsheet would calculate. */
export function unescapeFormula(field: string): string {
  return /^'+[=+\-@\t\r]/.test(field) ? field.slice(1) : field;
}

/** A spreadsheet shows a text after an apostrophe as it is, and calculates one that begins like a formula. */
function escapeFormula(field: string): string {
  return /^'*[=+\-@\t\r]/.test(field) ? `'${field}` : field;
}

function quote(field: string): string {
  return /[",;\s]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}
