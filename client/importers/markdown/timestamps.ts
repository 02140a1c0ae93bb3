import { dateOf } from './dates.ts';

/** A point in time that a front matter names. */
export interface Timestamp {
  /** ISO 8601 in UTC. */
  at: string;
  /** Whether only its day was written: it then begins at midnight, by this machine's time zone. */
  isDay: boolean;
}

const written =
  /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ]\s*(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?\s*(am|pm)?\s*(Z|UTC|GMT|[+-]\d\d:?(?:\d\d)?)?)?/i;

/**
 * The timestamp of a field; without an offset it is local time, as most tools read it.
 * @returns undefined when it names none
 */
export function timestampOf(value: unknown): Timestamp | undefined {
  const text = value instanceof Date ? value.toISOString() : String(value).trim();
  const day = dayIn(text);
  if (day === undefined) return undefined;
  const [, , , , , hour, minute = '', second = '00', half, offset] = written.exec(text) ?? [];
  if (hour === undefined) return timestamp(`${day}T00:00:00`, true);
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hour);
  return timestamp(`${day}T${String(hours).padStart(2, '0')}:${minute}:${second}${zoneOf(offset)}`, false);
}

function dayIn(text: string): string | undefined {
  try {
    return dateOf(text);
  } catch {
    return undefined;
  }
}

function zoneOf(offset = ''): string {
  if (/^[a-z]/i.test(offset)) return 'Z';
  const [, hours, minutes = ''] = /^([+-]\d\d):?(\d\d)?$/.exec(offset) ?? [];
  return hours === undefined ? '' : `${hours}:${minutes || '00'}`;
}

function timestamp(text: string, isDay: boolean): Timestamp | undefined {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? undefined : { at: time.toISOString(), isDay };
}
