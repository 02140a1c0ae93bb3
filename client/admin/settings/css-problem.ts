import { cssProblemIn } from '../../../shared/css-problem.ts';
import type { Translations } from '../translations/catalog.ts';
import { formatMessage } from '../translations/format-message.ts';

/** Characters that the parser calls by their names. */
const CHARACTERS: Partial<Record<string, string>> = {
  colon: ':',
  semicolon: ';',
  comma: ',',
  'equal sign': '=',
  'number sign': '#',
  'percent sign': '%',
  'vertical line': '|',
};

/**
 * Translates a message of the service about a style sheet. In English, the more precise message of the service is kept.
 *
 * @param message unknown messages are returned unchanged
 */
export function translateCssProblem(message: string, t: Translations['design'], language: string): string {
  const problem = language === 'en' ? null : cssProblemIn(message);
  if (!problem) return message;
  const { line } = problem;
  if (problem.kind === 'url') return formatMessage(t.cssUrl, { line });
  if (problem.kind === 'address') return formatMessage(t.cssAddress, { line, name: problem.name });
  if (problem.kind === 'encoding') return formatMessage(t.cssCharset, { line });
  const [, missing] = /^(.+) is expected$/s.exec(problem.message) ?? [];
  const character = missing && (CHARACTERS[missing] ?? /^"([^\w\s]+)"$/.exec(missing)?.[1]);
  if (character !== undefined && character !== '') return formatMessage(t.cssMissing, { line, character });
  if (missing === 'selector') return formatMessage(t.cssSelector, { line });
  if (missing === 'identifier' || missing === 'name') return formatMessage(t.cssName, { line });
  return formatMessage(problem.message === 'unexpected end of input' ? t.cssEnd : t.cssInvalid, { line });
}
