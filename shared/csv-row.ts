/** What begins a formula, in full width too, with apostrophes before it or not. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** @returns a row with its line end; fields that a spreadsheet would evaluate as formulas are escaped */
export function csvRow(fields: readonly string[]): string {
  return `${fields.map((field) => quote(escapeFormula(field))).join(',')}\r\n`;
}

/** Undoes the escaping of formulas by `csvRow`. */
export function unescapeFormula(field: string): string {
  return field.startsWith("'") && FORMULA.test(field) ? field.slice(1) : field;
}

/** A spreadsheet evaluates a text that begins like a formula, but shows it as text after an apostrophe. */
function escapeFormula(field: string): string {
  return FORMULA.test(field) ? `'${field}` : field;
}

function quote(field: string): string {
  return /[",;\s]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}
