import { fenceReader, outsideCode } from './outside-code.ts';

/** A text of MDX as Markdown. */
export interface ReadMdx {
  markdown: string;
  /** Why it is not what its site shows, in one sentence; the text is then left as it is written. */
  program?: string;
}

/** The most parts that the reason names. */
const MAX_NAMED = 5;

/**
 * Reads a text of MDX: Markdown in which comments are between braces, and which may have modules, components and expressions.
 * Comments, imports that nothing uses, and values of attributes become Markdown; what else a program makes is not known.
 */
export function readMdx(text: string): ReadMdx {
  const { rest, code } = withoutImports(text);
  const markdown = outsideCode(rest, (part) => plainTags(withoutComments(part)));
  const named = new Set(code ? [code] : []);
  outsideCode(markdown, (part) => {
    for (const [written] of part.matchAll(PROGRAM)) named.add(written.length > 1 ? `${written}>` : '{…}');
    return part;
  });
  if (named.size === 0) return { markdown };
  const parts = [...named].slice(0, MAX_NAMED).join(', ');
  return { markdown: text, program: `It has parts of MDX that Octavo does not run: ${parts}.` };
}

/** A component, or an expression; `{#name}` is the name of a heading. */
const PROGRAM = /<[A-Z][\w.]*|(?<!\\)\{(?!#[\w-]+\})/g;

/** Removes the paragraphs that are imports alone. @returns also the beginning of another statement */
function withoutImports(text: string): { rest: string; code?: string } {
  const kept: string[] = [];
  let code: string | undefined;
  const isFenced = fenceReader();
  for (const paragraph of text.split(/(?<=\n[ \t]*\r?\n)/)) {
    const [isCode] = paragraph.split('\n').map(isFenced);
    const [, keyword] = (!isCode && /^\s*(import|export)\s/.exec(paragraph)) || [];
    if (keyword === 'import' && isImports(paragraph.trim())) continue;
    if (keyword !== undefined) code ??= `${keyword} …`;
    kept.push(paragraph);
  }
  return { rest: kept.join(''), ...(code !== undefined && { code }) };
}

/** Whether a text is statements that import, and nothing else. */
function isImports(text: string): boolean {
  const statement = /import\s[^'"`;]*(?:'[^'\n]*'|"[^"\n]*");?\s*/y;
  while (statement.lastIndex < text.length) if (!statement.test(text)) return false;
  return true;
}

function withoutComments(text: string): string {
  let rest = '';
  let end = 0;
  for (let at = text.indexOf('{/*'); at >= 0; at = text.indexOf('{/*', end)) {
    const closing = text.indexOf('*/}', at);
    if (closing < 0) break;
    rest += text.slice(end, at);
    end = closing + '*/}'.length;
  }
  return rest + text.slice(end);
}

/** Writes spaces and the attributes of HTML as HTML does; styles are not kept anyway. */
function plainTags(text: string): string {
  return text.replace(/\{(['"])( +)\1\}/g, '$2').replace(/<[a-z][^<>]*>/g, (tag) =>
    tag
      .replace(/\sstyle=\{\{[^{}]*\}\}/g, '')
      .replace(/=\{(\d+)\}/g, '="$1"')
      .replace(/=\{(['"])([^'"{}]*)\1\}/g, '="$2"')
      .replace(/\sclassName=/g, ' class='),
  );
}
