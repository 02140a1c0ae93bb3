/** A row of a CSV file. */
export interface CsvRow {
  /** The line on which it begins, from 1. */
  line: number;
  fields: string[];
}

const SEPARATORS = [',', ';', '\t'] as const;

/**
 * Reads a CSV file (RFC 4180) row by row. The separator is the comma, semicolon or tab that is first in the first row;
 * a byte order mark and empty lines are skipped. A quoted field that does not end takes the rest of the file.
 */
export function* readCsv(text: string): Generator<CsvRow, void> {
  const separator = separatorOf(text);
  // Up to the next character that ends a field.
  const plain = new RegExp(`[^\\r\\n${separator}]*`, 'y');
  let at = text.startsWith('\ufeff') ? 1 : 0;
  let line = 1;

  function field(): string {
    if (text[at] === '"') return readQuoted();
    plain.lastIndex = at;
    const [found] = plain.exec(text)!;
    at += found.length;
    return found;
  }

  function readQuoted(): string {
    let value = '';
    for (;;) {
      const end = text.indexOf('"', at + 1);
      const part = text.slice(at + 1, end === -1 ? undefined : end);
      line += part.match(/\r\n|[\r\n]/g)?.length ?? 0;
      value += part;
      at = end === -1 ? text.length : end + 1;
      if (text[at] !== '"') break;
      value += '"';
    }
    // What follows the quotation mark belongs to the field, as spreadsheets read it.
    plain.lastIndex = at;
    const [rest] = plain.exec(text)!;
    at += rest.length;
    return value + rest;
  }

  while (at < text.length) {
    const began = line;
    const fields = [field()];
    while (text[at] === separator) {
      at += 1;
      fields.push(field());
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1;
    at += 1;
    line += 1;
    if (fields.length > 1 || fields[0] !== '') yield { line: began, fields };
  }
}

function separatorOf(text: string): (typeof SEPARATORS)[number] {
  const [head = ''] = text.split(/[\r\n]/, 1);
  const found = /[,;\t]/.exec(head)?.[0];
  return SEPARATORS.find((one) => one === found) ?? ',';
}
