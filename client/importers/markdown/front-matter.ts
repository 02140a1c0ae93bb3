import { parse as parseToml } from 'smol-toml';
import { parseDocument } from 'yaml';

import { blockIn } from './front-matter-block.ts';

/** A file's front matter by field, and the text below it as it stands in the file. */
export interface FrontMatter {
  data: Record<string, unknown>;
  body: string;
}

/**
 * Takes the front matter off a Markdown file: TOML between `+++`, YAML between `---`, JSON, or none.
 * One empty line below it belongs to it; everything after that is the body, kept to the last character.
 * TOML dates come as smol-toml's `TomlDate`, YAML dates as the text that stands there.
 * @throws Error with a sentence that names the line, when it is not closed, cannot be read or has no fields: its text must
 * not be published as the text of a post
 */
export function splitFrontMatter(text: string): FrontMatter {
  const file = text.replace(/^\uFEFF/, '');
  const block = blockIn(file);
  if (!block) return { data: {}, body: file };
  const { format, fields, line, body } = block;
  return { data: readers[format](fields.replace(/\r(?!\n)/g, '\n'), line), body: body.replace(/^(?:\r\n|\n|\r)/, '') };
}

const readers = { toml, yaml, json };

function toml(fields: string, line: number): Record<string, unknown> {
  try {
    return parseToml(fields);
  } catch (error) {
    throw broken(error, line + ((error as { line?: number }).line ?? 1));
  }
}

function json(fields: string, line: number): Record<string, unknown> {
  try {
    return JSON.parse(fields) as Record<string, unknown>;
  } catch (error) {
    throw broken(error, line);
  }
}

function yaml(fields: string, line: number): Record<string, unknown> {
  const document = parseDocument(fields, { schema: 'core', merge: true, logLevel: 'silent' });
  const [error] = document.errors;
  if (error) throw broken(error, error.linePos && line + error.linePos[0].line);
  let data: unknown;
  try {
    data = document.toJS({ maxAliasCount: 100 });
  } catch (failure) {
    throw broken(failure);
  }
  if (data === null || data === undefined) return {};
  if (typeof data === 'object' && !Array.isArray(data)) return data as Record<string, unknown>;
  throw new Error(`The front matter from line ${line} on has no fields such as "title: …".`);
}

// The parsers' messages go on with an excerpt, which is left out.
function broken(error: unknown, line?: number): Error {
  const reason = (error instanceof Error ? error.message : String(error))
    .replace(/\n[^]*$/, '')
    .replace(/^Invalid TOML document: /, '')
    .replace(/ at line \d+, column \d+:?$/, '');
  return new Error(
    `The front matter cannot be read${line ? `, line ${line}` : ''}: ${reason}. Correct it and try again.`,
  );
}
