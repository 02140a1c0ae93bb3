import { fenceReader } from './outside-code.ts';

/** The containers of Docusaurus, VitePress and Starlight, and the alert that each becomes. */
const alerts: Readonly<Record<string, string>> = {
  note: 'NOTE',
  info: 'NOTE',
  tip: 'TIP',
  success: 'TIP',
  important: 'IMPORTANT',
  warning: 'WARNING',
  caution: 'CAUTION',
  danger: 'CAUTION',
};

const OPENING = /^([ \t]*)(:{3,})[ \t]*([a-z]{1,20})(?![\w-])(.*)$/;
const CLOSING = /^[ \t]*(:{3,})[ \t]*$/;
/** How deep containers may be nested. */
const MAX_DEPTH = 8;

/** A container that is not closed yet. */
interface Open {
  colons: number;
  indent: string;
}

/**
 * Writes containers such as `:::tip[Title] … :::` as alerts, which are quotes. A text in which one is never closed stays as
 * it is.
 */
export function writeAlerts(markdown: string): string {
  if (!markdown.includes(':::')) return markdown;
  const open: Open[] = [];
  const lines: string[] = [];
  const isFenced = fenceReader();
  for (const line of markdown.split('\n')) {
    const text = line.replace(/\r$/, '');
    const isCode = isFenced(text);
    const [, indent = '', colons = '', name = '', rest = ''] = (!isCode && OPENING.exec(text)) || [];
    const closing = (!isCode && CLOSING.exec(text)?.[1]?.length) || 0;
    if (alerts[name] !== undefined && open.length < MAX_DEPTH) {
      if (/[^\s>]/.test(lines.at(-1) ?? '')) lines.push(quoted('', open));
      open.push({ colons: colons.length, indent });
      lines.push(quoted(`[!${alerts[name]}]`, open));
      const title = titleIn(rest);
      if (title !== '') lines.push(quoted(`**${title}**`, open), quoted('', open));
    } else if (closing > 0 && open.length > 0 && closing >= open.at(-1)!.colons) {
      open.pop();
      lines.push(quoted('', open));
    } else lines.push(quoted(line, open));
  }
  return open.length === 0 ? lines.join('\n') : markdown;
}

/** A line within quotes, each at its indentation. */
function quoted(line: string, open: readonly Open[]): string {
  let rest = line;
  let marks = '';
  for (const { indent } of open) {
    if (rest.startsWith(indent)) rest = rest.slice(indent.length);
    marks += marks === '' ? `${indent}>` : ' >';
  }
  return marks === '' || rest === '' ? marks + rest : `${marks} ${rest}`;
}

/** `[Title]` or ` Title`, and attributes behind it. */
function titleIn(rest: string): string {
  const plain = rest.replace(/(?<!\s)\s*\{[^{}]*\}\s*$/, '').trim();
  return plain.startsWith('[') && plain.endsWith(']') ? plain.slice(1, -1).trim() : plain;
}
