import { parse as parseToml } from 'smol-toml';
import { parseDocument } from 'yaml';

/** A file's front matter by field, and the text below it as it stands in the file. */
export interface FrontMatter {
  data: Record<string, unknown>;
  body: string;
}

/**
 * Takes the front matter off a Markdown file: TOML between `+++`, YAML between `---`, or none.
 * One empty line below it belongs to it; everything after that is the body, kept to the last character.
 * TOML dates come as smol-toml's `TomlDate`, YAML dates as the text that stands there.
 * @throws Error with a sentence that names the line, when it is not closed, cannot be read or has no fields
 */
export function splitFrontMatter(text: string): FrontMatter {
  const file = text.replace(/^\uFEFF/, '');
  const mark = /^(\+\+\+|---)[ \t]*(?:\r?\n|$)/.exec(file);
  if (!mark) return { data: {}, body: file };
  const rest = file.slice(mark[0].length);
  const closing =
    mark[1] === '+++' ? /(?:^|\r?\n)\+\+\+[ \t]*(?:\r?\n|$)/ : /(?:^|\r?\n)(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;
  const end = closing.exec(rest);
  if (!end) throw new Error(`The front matter that line 1 opens with ${mark[1]} is never closed.`);
  const fields = rest.slice(0, end.index);
  return {
    data: mark[1] === '+++' ? toml(fields) : yaml(fields),
    body: rest.slice(end.index + end[0].length).replace(/^\r?\n/, ''),
  };
}

function toml(fields: string): Record<string, unknown> {
  try {
    return parseToml(fields);
  } catch (error) {
    throw broken(error, (error as { line?: number }).line);
  }
}

function yaml(fields: string): Record<string, unknown> {
  const document = parseDocument(fields, { schema: 'core', logLevel: 'silent' });
  const [error] = document.errors;
  if (error) throw broken(error, error.linePos?.[0].line);
  let data: unknown;
  try {
    data = document.toJS({ maxAliasCount: 100 });
  } catch (failure) {
    throw broken(failure);
  }
  if (data === null || data === undefined) return {};
  if (typeof data === 'object' && !Array.isArray(data)) return data as Record<string, unknown>;
  throw new Error('The front matter from line 1 on has no fields such as "title: …".');
}

// Line 1 of the fields is line 2 of the file. The parsers' messages go on with an excerpt, which is left out.
function broken(error: unknown, line?: number): Error {
  const reason = (error instanceof Error ? error.message : String(error))
    .replace(/\n[^]*$/, '')
    .replace(/^Invalid TOML document: /, '')
    .replace(/ at line \d+, column \d+:?$/, '');
  return new Error(`The front matter cannot be read${line ? `, line ${line + 1}` : ''}: ${reason}.`);
}
