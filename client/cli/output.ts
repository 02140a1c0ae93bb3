/** Writes a line, or several, to standard output. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Writes a value as JSON to standard output. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}

/** Exits quietly when the output is closed, as by `| head`. */
export function endWithReader(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      process.exit(error.code === 'EPIPE' ? 0 : 1);
    });
  }
}

/** Ends with one sentence and code 1 after an error that nothing handles. The service has its own handlers. */
export function endWithSentence(): void {
  const end = (error: unknown): never => {
    process.stderr.write(`${visible(error instanceof Error ? error.message : String(error))}\n`);
    process.exit(1);
  };
  process.on('uncaughtException', end).on('unhandledRejection', end);
}

/** Undoes `endWithReader`, for the service: it continues when its log is no longer read. */
export function outliveReader(): void {
  for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error');
}

/**
 * Makes text of others safe for a terminal: control characters, which could move the cursor or change the title, and
 * bidirectional overrides are escaped.
 *
 * @param lines true keeps line feeds and tabs
 */
export function visible(text: string, { lines = false } = {}): string {
  const kept = lines ? /[\n\t]/ : /(?!)/;
  return text.replace(/[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, (sign) =>
    kept.test(sign) ? sign : (escapes[sign] ?? `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}

const escapes: Record<string, string> = { '\n': ' ', '\r': ' ', '\t': ' ' };

/**
 * Rows in aligned columns under a heading.
 *
 * @param widest the maximum width of a cell in columns; longer text is truncated with …
 */
export function table(heading: string[], rows: string[][], widest = 60): string {
  const cells = [heading, ...rows].map((row) => row.map((cell) => truncate(visible(cell), widest)));
  const widths = heading.map((_, column) => Math.max(...cells.map((row) => widthOf(row[column] ?? ''))));
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A timestamp (ISO 8601) to the minute in UTC. */
export function formatMinute(moment: string): string {
  return moment.slice(0, 16).replace('T', ' ');
}

function truncate(text: string, widest: number): string {
  if (widthOf(text) <= widest) return text;
  let width = 0;
  const signs = graphemes(text).filter((sign) => (width += signWidth(sign)) < widest);
  return `${signs.join('').trimEnd()}…`;
}

function widthOf(text: string): number {
  return graphemes(text).reduce((sum, sign) => sum + signWidth(sign), 0);
}

const segmenter = new Intl.Segmenter();

function graphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** East Asian characters and emoji take two columns. */
function signWidth(sign: string): number {
  if (/^[\p{M}\p{Cf}]+$/u.test(sign)) return 0;
  const wide =
    /^[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303e\uff01-\uff60]/u;
  return wide.test(sign) ? 2 : 1;
}
