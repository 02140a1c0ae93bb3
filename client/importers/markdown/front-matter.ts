import { parse as parseToml } from 'smol-toml';
import { isScalar, parseDocument, visit, YAMLParseError } from 'yaml';

import { checkDepth, DEEPEST, Unfit } from '../unfit.ts';
import { indentFlow } from './flow-indent.ts';
import { findFrontMatter } from './front-matter-block.ts';
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
  const block = findFrontMatter(file);
  if (!block) return { data: {}, body: file };
  const { format, fields, line, body } = block;
  return { data: read(format, fields.replace(/\r(?!\n)/g, '\n'), line), body: body.replace(/^(?:\r\n|\n|\r)/, '') };
}

/** A front matter that may have a field more than once. */
export interface Tolerated extends FrontMatter {
  /** Which fields it has twice, of which the last counts. */
  note?: string;
  /** Why generators reject it. */
  broken?: string;
}

/**
 * As `splitFrontMatter`, for posts. In YAML and JSON, the last of several fields with one name counts, as in Jekyll. In
 * TOML, which has no such rule, no generator publishes the post.
 *
 * @throws Error with a sentence that names the line, as `splitFrontMatter`
 */
export function tolerateTwice(text: string): Tolerated {
  try {
    const read = splitFrontMatter(text);
    const note = twiceInJson(text);
    return note === undefined ? read : { ...read, note };
  } catch (error) {
    const file = text.replace(/^\uFEFF/, '');
    const block = error instanceof Twice ? findFrontMatter(file) : null;
    if (!block || !(error instanceof Twice)) throw error;
    const body = block.body.replace(/^(?:\r\n|\n|\r)/, '');
    const fields = block.fields.replace(/\r(?!\n)/g, '\n');
    if (block.format === 'toml') return { ...withoutTwice(fields, block.line), body };
    const data = valuesOf(documentOf(fields, false), block.line);
    return { data, body, note: describeLines(error.lines) };
  }
}

/** JSON.parse takes the last by itself. */
function twiceInJson(text: string): string | undefined {
  const block = /^\s*(?:\{|;;;|---json|"|\uFEFF)/.test(text) ? findFrontMatter(text.replace(/^\uFEFF/, '')) : null;
  if (block?.format !== 'json') return undefined;
  const document = documentOf(block.fields, false);
  const lines = keysTwice(document).map((at) => block.line + lineAt(block.fields, at));
  return lines.length > 0 ? describeLines(lines) : undefined;
}

function describeLines(lines: readonly number[]): string {
  return `The front matter has a field twice, line ${lines.join(', ')}: the last one counts.`;
}

/** The most lines that are left out. */
const MOST_TWICE = 50;

/** Leaves out the later ones of fields that a TOML has twice. */
function withoutTwice(fields: string, line: number): { data: Record<string, unknown>; broken: string } {
  const lines = fields.split('\n');
  const left: number[] = [];
  for (;;) {
    try {
      const data = read('toml', lines.join('\n'), line);
      return { data, broken: `The front matter has a field twice, line ${left.join(', ')}: its generator rejects it.` };
    } catch (error) {
      const [at] = error instanceof Twice && left.length < MOST_TWICE ? error.lines : [];
      if (at === undefined || lines[at - line - 1] === '') throw error;
      left.push(at);
      lines[at - line - 1] = '';
    }
  }
}

/** A front matter has a field more than once. */
class Twice extends Error {
  readonly lines: readonly number[];

  constructor(message: string, lines: readonly number[]) {
    super(message);
    this.lines = lines;
  }
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
    const at = line + ((error as { line?: number }).line ?? 1);
    const failure = broken(error, at);
    throw /redefine|already defined|already (?:a|been)/i.test(failure.message)
      ? new Twice(failure.message, [at])
      : failure;
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
    const failure = broken(error, line + lineAt(fields, error.pos[0]));
    if (error.code !== 'DUPLICATE_KEY') throw failure;
    throw new Twice(
      failure.message,
      keysTwice(strict).map((at) => line + lineAt(fields, at)),
    );
  }
  return valuesOf(document, line);
}

function lineAt(text: string, at: number): number {
  return text.slice(0, at).split('\n').length;
}

function valuesOf(document: ReturnType<typeof parseDocument>, line: number): Record<string, unknown> {
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
  return [indentFlow(fields), spaced].map((one) => documentOf(one)).find(({ errors }) => errors.length === 0);
}

/** @param isStrict whether a key that a table has twice is an error */
function documentOf(fields: string, isStrict = true) {
  const document = parseDocument(fields, {
    schema: 'core',
    merge: true,
    logLevel: 'silent',
    // The library compares each key with all others, and copies the line of each error.
    uniqueKeys: false,
    prettyErrors: false,
  });
  const [twice] = isStrict && document.errors.length === 0 ? keysTwice(document) : [];
  if (twice !== undefined) {
    document.errors.push(new YAMLParseError([twice, twice], 'DUPLICATE_KEY', 'Map keys must be unique'));
  }
  return document;
}

/** Where the keys are that their table has already. */
function keysTwice(document: ReturnType<typeof parseDocument>): number[] {
  const found: number[] = [];
  visit(document, {
    Map(_key, { items }) {
      const keys = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key) || key.value === '<<') continue;
        if (keys.has(key.value)) found.push(key.range?.[0] ?? 0);
        keys.add(key.value);
      }
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
