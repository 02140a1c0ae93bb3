import { parse as parseToml } from 'smol-toml';
import { isScalar, parseDocument, visit, YAMLParseError } from 'yaml';

import { checkDepth, DEEPEST, Unfit } from '../unfit.ts';
import { indentFlow } from './flow-indent.ts';
import { blockIn } from './front-matter-block.ts';
import { tooDeepLine } from './too-deep-line.ts';

/** The front matter of a file by field, and the text below it. */
export interface FrontMatter {
  data: Record<string, unknown>;
  body: string;
}

/**
 * Splits the front matter from a Markdown file: TOML between `+++`, YAML between `---`, JSON, or none. One empty line
 * below it belongs to it; everything after that is the unchanged body. TOML dates are smol-toml's `TomlDate`, YAML
 * dates the text as written.
 * @throws Error with a sentence that names the line if it is not closed, cannot be parsed or has no fields: its text
 *   must not be published as the text of a post
 */
export function splitFrontMatter(text: string): FrontMatter {
  const file = text.replace(/^\uFEFF/, '');
  const block = blockIn(file);
  if (!block) return { data: {}, body: file };
  const { format, fields, line, body } = block;
  return { data: read(format, fields.replace(/\r(?!\n)/g, '\n'), line), body: body.replace(/^(?:\r\n|\n|\r)/, '') };
}

const readers = { toml, yaml, json };

/** A language of front matter and configurations. */
export type Format = keyof typeof readers;

/**
 * Parses a file of fields, such as the configuration of a generator.
 *
 * @throws Error with a sentence that names the line
 */
export function parseFields(format: Format, text: string): Record<string, unknown> {
  return read(format, text.replace(/^\uFEFF/, ''), 0);
}

/** The libraries that read them follow them recursively, and so does what reads their values. */
function read(format: Format, fields: string, line: number): Record<string, unknown> {
  const deep = tooDeepLine(fields);
  if (deep > 0) {
    throw new Unfit(
      `The front matter is nested deeper than ${DEEPEST}, line ${line + deep}. Correct it and try again.`,
    );
  }
  const data = readers[format](fields, line);
  checkDepth(data);
  return data;
}

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
  const strict = documentOf(fields);
  const [error] = strict.errors;
  const document = error ? (tolerant(fields) ?? strict) : strict;
  if (error && document.errors.length > 0) {
    throw broken(error, line + fields.slice(0, error.pos[0]).split('\n').length);
  }
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

/** With tabs as go-yaml takes them, or, as Hexo does, in place of two spaces. */
function tolerant(fields: string) {
  const spaced = fields.replace(/^\t+/gm, (tabs) => '  '.repeat(tabs.length));
  return [indentFlow(fields), spaced].map(documentOf).find(({ errors }) => errors.length === 0);
}

function documentOf(fields: string) {
  const document = parseDocument(fields, {
    schema: 'core',
    merge: true,
    logLevel: 'silent',
    // The library compares each key with all others, and copies the line of each error.
    uniqueKeys: false,
    prettyErrors: false,
  });
  const twice = document.errors.length === 0 ? keyTwice(document) : undefined;
  if (twice !== undefined) {
    document.errors.push(new YAMLParseError([twice, twice], 'DUPLICATE_KEY', 'Map keys must be unique'));
  }
  return document;
}

/** Where a key is that its table has already. */
function keyTwice(document: ReturnType<typeof parseDocument>): number | undefined {
  let found: number | undefined;
  visit(document, {
    Map(_key, { items }) {
      const keys = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key) || key.value === '<<') continue;
        if (keys.has(key.value)) found ??= key.range?.[0] ?? 0;
        keys.add(key.value);
      }
      return found === undefined ? undefined : visit.BREAK;
    },
  });
  return found;
}

// The parsers' messages end with an excerpt, which is omitted.
function broken(error: unknown, line?: number): Error {
  const reason = (error instanceof Error ? error.message : String(error))
    .replace(/\n[^]*/, '')
    .replace(/^Invalid TOML document: /, '')
    .replace(/ at line \d+, column \d+:?$/, '');
  return new Error(
    `The front matter cannot be read${line ? `, line ${line}` : ''}: ${reason}. Correct it and try again.`,
  );
}
