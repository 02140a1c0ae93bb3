/** How deep a serialized value may be nested. */
const DEEPEST = 20;

/** A value that PHP has serialized, such as `a:1:{i:0;s:4:"gold";}`; undefined if a text is none. */
export function unserialize(text: string): { value: unknown } | undefined {
  if (!/^(?:a:\d|O:\d|s:\d|i:-?\d|b:[01];|d:|N;)/.test(text)) return undefined;
  try {
    return { value: valueAt({ bytes: new TextEncoder().encode(text), at: 0 }, 0) };
  } catch {
    return undefined;
  }
}

interface Cursor {
  bytes: Uint8Array;
  at: number;
}

function valueAt(cursor: Cursor, depth: number): unknown {
  if (depth > DEEPEST) throw new Error('too deep');
  const kind = String.fromCharCode(cursor.bytes[cursor.at] ?? 0);
  cursor.at += 2;
  if (kind === 'N') return null;
  if (kind === 'i' || kind === 'd') return Number(upTo(cursor, ';'));
  if (kind === 'b') return upTo(cursor, ';') === '1';
  if (kind === 's') return textAt(cursor, ';');
  if (kind === 'O') textAt(cursor, ':');
  else if (kind !== 'a') throw new Error('unknown');
  const count = Number(upTo(cursor, ':'));
  cursor.at++;
  const entries: [string, unknown][] = [];
  for (let done = 0; done < count && cursor.at < cursor.bytes.length; done++) {
    entries.push([String(valueAt(cursor, depth + 1)), valueAt(cursor, depth + 1)]);
  }
  cursor.at++;
  return Object.fromEntries(entries);
}

/** A text with its length in bytes before it. */
function textAt(cursor: Cursor, end: string): string {
  const length = Number(upTo(cursor, ':'));
  const text = new TextDecoder().decode(cursor.bytes.subarray(cursor.at + 1, cursor.at + 1 + length));
  cursor.at += length + 2;
  if (String.fromCharCode(cursor.bytes[cursor.at] ?? 0) !== end) throw new Error('damaged');
  cursor.at++;
  return text;
}

function upTo(cursor: Cursor, end: string): string {
  const stop = cursor.bytes.indexOf(end.charCodeAt(0), cursor.at);
  if (stop < 0) throw new Error('damaged');
  const text = new TextDecoder().decode(cursor.bytes.subarray(cursor.at, stop));
  cursor.at = stop + 1;
  return text;
}
