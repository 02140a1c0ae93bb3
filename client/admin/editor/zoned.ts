/**
 * A moment as clocks in a time zone show it, for a field of type datetime-local.
 *
 * @param moment ISO 8601
 * @param zone an IANA name
 * @returns such as 2026-01-31T08:00
 */
export function clockAt(moment: string, zone: string): string {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
  // Swedish clocks write dates as ISO 8601 does.
  const text = new Intl.DateTimeFormat('sv-SE', { ...parts, timeZone: zone }).format(new Date(moment));
  // Such a field writes each year in four digits, also while one is typed: 0002, 0020, 0202.
  return text.replace(' ', 'T').padStart(16, '0');
}

/**
 * The moment at which clocks in a time zone show this. When they show it twice, the earlier one; when never, because
 * they were put forward, the moment that was meant before that.
 *
 * @param clock such as 2026-01-31T08:00
 * @returns ISO 8601 in UTC; null when it is none
 */
export function momentOf(clock: string, zone: string): string | null {
  const wanted = Date.parse(`${clock}Z`);
  if (Number.isNaN(wanted)) return null;
  const guesses = [-DAY, DAY].map((by) => wanted - offsetAt(wanted + by, zone));
  const right = guesses.find((guess) => clockAt(new Date(guess).toISOString(), zone) === clock) ?? guesses[0]!;
  return new Date(right).toISOString();
}

const DAY = 24 * 60 * 60 * 1000;

/** By how much clocks there are ahead of UTC then, in milliseconds. */
function offsetAt(time: number, zone: string): number {
  const shown = Date.parse(`${clockAt(new Date(time).toISOString(), zone)}Z`);
  return shown - Math.floor(time / 60_000) * 60_000;
}
