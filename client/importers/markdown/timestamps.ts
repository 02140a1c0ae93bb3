import { utcTime } from '../../../shared/dates.ts';
import { offsetAt } from '../../../shared/local-time.ts';
import { postFields } from '../../../shared/post-fields.ts';
import { readDate } from './dates.ts';
import { readTruth, type Fields } from './fields.ts';

/** A point in time in a front matter. */
export interface Timestamp {
  /** ISO 8601 in UTC. */
  at: string;
  /** Whether it is only a date, which starts at midnight in this machine's time zone. */
  isDay: boolean;
  /** The time as written, YYYY-MM-DDTHH:MM:SS, if it has no offset; the start of the day for a date. */
  local?: string;
}

/** When a post was created and last changed; `local`: those times that were written without an offset. */
export interface SourceTimes {
  created_at?: string;
  updated_at?: string;
  local: { created_at?: string | undefined; updated_at?: string | undefined };
}

/** Fields with the time of the creation, then of the last change, in lower case. */
const created = ['date', ...postFields.date.frontMatter.slice(1)];
const changed = [
  'updated_at',
  'updated',
  'lastmod',
  'last_modified_at',
  'modified',
  'updateddate',
  'date_modified',
  'lastupdated',
  'moddatetime',
];

/**
 * When a post was created and when it last changed. A day counts from its beginning in UTC, as in feeds.
 *
 * @param fields of the front matter, with names in lower case
 * @param date the date of the post
 */
export function readSourceTimes(fields: Fields, date: string | undefined): SourceTimes {
  const creation =
    findTime(fields, ['created_at']) ??
    timeInKey(fields) ??
    findTime(fields, created) ??
    (date === undefined ? undefined : { at: startOfDay(date) });
  const change = findTime(fields, changed);
  return {
    ...(creation !== undefined && { created_at: creation.at }),
    ...(change !== undefined && { updated_at: change.at }),
    local: { created_at: creation?.local, updated_at: change?.local },
  };
}

type Time = Pick<Timestamp, 'at' | 'local'>;

/** Exports of 2.17 and earlier have the time in the key of a post that was written in Octavo only. */
function timeInKey({ source_key: key }: Fields): Time | undefined {
  const [, at] = /^octavo:.+@([^@]+)$/.exec(String(key)) ?? [];
  return at === undefined ? undefined : { at };
}

function findTime(fields: Fields, names: string[]): Time | undefined {
  const values = names.map((name) => fields[name]).filter((value) => value && readTruth(value) === undefined);
  const found = values.map((value) => ({ value, time: readTimestamp(value) })).find(({ time }) => time !== undefined);
  if (found?.time?.isDay) return { at: startOfDay(findDay(String(found.value))!) };
  return found?.time;
}

function startOfDay(day: string): string {
  return `${day}T00:00:00.000Z`;
}

const written =
  /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ]\s*(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d{1,3})\d*)?)?\s*(am|pm)?\s*(Z|UTC|GMT|[+-]\d\d:?(?:\d\d)?)?)?/i;

/**
 * The timestamp of a field; without an offset it is local time, as in most tools.
 * @returns undefined if it is not one
 */
export function readTimestamp(value: unknown): Timestamp | undefined {
  const text = value instanceof Date ? value.toISOString() : String(value).trim();
  const day = findDay(text);
  if (day === undefined) return undefined;
  const [, , , , , hour, minute = '', second = '00', fraction = '0', half, offset] = written.exec(text) ?? [];
  if (hour === undefined) return withLocal(timestamp(`${day}T00:00:00`, true), `${day}T00:00:00`);
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hour);
  const local = `${day}T${String(hours).padStart(2, '0')}:${minute}:${second}`;
  const time = timestamp(`${local}.${fraction}${zoneOffset(offset)}`, false);
  return offset === undefined ? withLocal(time, local) : time;
}

function withLocal(time: Timestamp | undefined, local: string): Timestamp | undefined {
  return time && { ...time, local };
}

function findDay(text: string): string | undefined {
  try {
    return readDate(text);
  } catch {
    return undefined;
  }
}

function zoneOffset(offset = ''): string {
  if (/^[a-z]/i.test(offset)) return 'Z';
  const [, hours, minutes = ''] = /^([+-]\d\d):?(\d\d)?$/.exec(offset) ?? [];
  return hours === undefined ? '' : `${hours}:${minutes || '00'}`;
}

function timestamp(text: string, isDay: boolean): Timestamp | undefined {
  const at = utcTime(Date.parse(text));
  return at === undefined ? undefined : { at, isDay };
}

/**
 * A local time in UTC, ISO 8601.
 *
 * @param local YYYY-MM-DDTHH:MM:SS in the time zone; a time that a change of clocks skips counts as one after it,
 * and one that is beyond the years 1 to 9999 in UTC as one in UTC
 */
export function localToUtc(timeZone: string, local: string): string {
  const asUtc = Date.parse(`${local}Z`);
  const guess = asUtc - offsetAt(timeZone, asUtc);
  return utcTime(asUtc - offsetAt(timeZone, guess)) ?? new Date(asUtc).toISOString();
}
