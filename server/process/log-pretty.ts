import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

const levels: Readonly<Record<number, [name: string, style: Style]>> = {
  10: ['trace', 'dim'],
  20: ['debug', 'dim'],
  30: ['info', 'green'],
  40: ['warn', 'yellow'],
  50: ['error', 'red'],
  60: ['fatal', 'red'],
};

/**
 * Formats a line of the log for people: time of day in UTC, level, message, and the other fields; the stack of an error
 * below it.
 *
 * @param line a JSON object
 * @param hasColors whether the reader understands escape sequences
 */
export function prettyLine(line: string, hasColors: boolean): string {
  const { level, time, msg, err, ...fields } = JSON.parse(line) as Record<string, unknown> & {
    level: number;
    time: number;
    err?: { stack?: string };
  };
  const paint = (style: Style, text: string) => (hasColors ? styleText(style, text, { validateStream: false }) : text);
  const [name, style] = levels[level] ?? [String(level), 'dim'];
  const values = Object.entries(fields).map(
    ([key, value]) => `${key}=${typeof value === 'string' ? visible(value) : JSON.stringify(value)}`,
  );
  const parts = [
    paint('dim', new Date(time).toISOString().slice(11, 19)),
    paint(style, name.padEnd(5)),
    ...(typeof msg === 'string' ? [visible(msg)] : []),
    ...(values.length > 0 ? [paint('dim', values.join(' '))] : []),
  ];
  const stack = (err?.stack ?? '').split('\n').filter((one) => one !== '');
  return [parts.join(' '), ...stack.map((one) => `    ${visible(one)}`), ''].join('\n');
}

/** Control characters would act on the terminal. */
function visible(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
