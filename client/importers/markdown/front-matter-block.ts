/** The front matter of a file, with its position and language. */
export interface Block {
  format: 'toml' | 'yaml' | 'json';
  /** The text for the parser of its language. */
  fields: string;
  /** The line number of its opening line, from 1. */
  line: number;
  /** The text below. */
  body: string;
}

/** The languages that gray-matter accepts after the opening `---`. */
const languages: Record<string, Block['format'] | undefined> = {
  '': 'yaml',
  yaml: 'yaml',
  yml: 'yaml',
  toml: 'toml',
  json: 'json',
};
const EOL = String.raw`(?:\r\n|\n|\r|$)`;
const opening = new RegExp(`(\\+{3}|-{3,}|;{3,})[ \\t]*(?:([a-z0-9]+)[ \\t]*)?${EOL}`, 'y');

/**
 * Finds the front matter of a file. As in Hugo and others, blank lines and HTML comments may precede it.
 * @returns null if there is none
 * @throws Error with one sentence if it is not closed, or in an unsupported language
 */
export function findFrontMatter(file: string): Block | null {
  const start = endOfLead(file);
  const line = linesIn(file.slice(0, start)) + 1;
  opening.lastIndex = start;
  const [all, mark, language = ''] = opening.exec(file) ?? [];
  if (all === undefined || mark === undefined) return jsonBlock(file, start, line) ?? headBlock(file, start, line);
  const rest = file.slice(start + all.length);
  // After other text, a rule is front matter only if a field follows.
  if ((start > 0 || mark.startsWith(';')) && !looksLikeFields(rest)) return null;
  const format = formatOf(mark, language.toLowerCase());
  if (!format) return null;
  const end = closingOf(mark).exec(rest);
  if (!end) throw new Error(`The front matter that line ${line} opens with ${mark} is never closed.`);
  const fields = rest.slice(0, end.index);
  return {
    format,
    fields: format === 'json' && !/^\s*\{/.test(fields) ? `{${fields}}` : fields,
    line,
    body: rest.slice(end.index + end[0].length),
  };
}

function formatOf(mark: string, language: string): Block['format'] | undefined {
  if (mark === '+++') return language === '' ? 'toml' : undefined;
  if (mark.startsWith(';')) return language === '' ? 'json' : undefined;
  if (/^(?:json5|js|javascript|coffee|coffeescript|cson|ini|xml)$/.test(language)) {
    throw new Error(`The front matter is written in "${language}"; write it in YAML, TOML or JSON and try again.`);
  }
  return languages[language];
}

function closingOf(mark: string): RegExp {
  const signs = mark === '---' ? String.raw`(?:---|\.\.\.)` : mark.replaceAll('+', String.raw`\+`);
  return new RegExp(`(?:^|\\r\\n|\\n|\\r)${signs}[ \\t]*${EOL}`);
}

function looksLikeFields(text: string): boolean {
  return /^(?:\s|#[^\r\n]*[\r\n])*(?:["']?[\w-]+["']?[ \t]*[:=]|\[{1,2}[\w.-]+\]|\{)/.test(text.slice(0, 2000));
}

/** Hugo's JSON: one object, whose last brace closes the front matter. Excludes `{% … %}`, `{{ … }}` and `{: …}`. */
function jsonBlock(file: string, start: number, line: number): Block | null {
  const text = file.slice(start);
  if (!/^\{\s*(?:["'}]|[\w-]+\s*:)/.test(text.slice(0, 2000))) return null;
  const end = endOfObject(text);
  if (end === -1) throw new Error(`The front matter that line ${line} opens with { is never closed.`);
  return {
    format: 'json',
    fields: text.slice(0, end),
    line,
    body: text.slice(end).replace(/^[ \t]*(?:\r\n|\n|\r)/, ''),
  };
}

function endOfObject(text: string): number {
  let depth = 0;
  for (const { 0: sign, index } of text.matchAll(/"(?:[^"\\]|\\[^])*(?:"|\\?$)|[{}]/g)) {
    if (sign === '{') depth += 1;
    else if (sign === '}') depth -= 1;
    if (depth === 0) return index + 1;
  }
  return -1;
}

/** Hexo's form: fields without an opening line, followed by `---` or `;;;`. Excludes an underlined heading. */
function headBlock(file: string, start: number, line: number): Block | null {
  const text = file.slice(start);
  const end = new RegExp(`(?:\\r\\n|\\n|\\r)(-{3,}|;{3,})[ \\t]*${EOL}`).exec(text);
  if (!end) return null;
  const fields = text.slice(0, end.index);
  const known = /^["']?(?:title|date|layout|draft|published|publish|status|visibility|hidden|private)["']?[ \t]*:/im;
  const isField = /^(?:\s|#|-\s|["']?[\w-]+["']?[ \t]*:)/;
  if (!known.test(fields) || !fields.split(/\r\n|\n|\r/).every((one) => one === '' || isField.test(one))) return null;
  const isJson = end[1]?.startsWith(';') === true;
  return {
    format: isJson ? 'json' : 'yaml',
    fields: isJson ? `{${fields}}` : fields,
    line,
    body: text.slice(end.index + end[0].length),
  };
}

function endOfLead(file: string): number {
  const lead = /\s+|<!--[^]*?-->/y;
  let end = 0;
  while (lead.test(file)) end = lead.lastIndex;
  return end;
}

function linesIn(text: string): number {
  return text.split(/\r\n|\n|\r/).length - 1;
}
