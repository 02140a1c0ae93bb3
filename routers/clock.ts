/** Milliseconds since 1970; tests move it, so nothing else asks for the time. */
export interface Clock {
  now(): number;
}

/** The moment as ISO 8601 in UTC, the form in which times are stored and served. */
export function timestamp(clock: Clock): string {
  return new Date(clock.now()).toISOString();
}

/** Today in UTC, YYYY-MM-DD. */
export function today(clock: Clock): string {
  return timestamp(clock).slice(0, 10);
}
