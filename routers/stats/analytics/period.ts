import { fieldError } from '../../base/errors.ts';
import { today, type Clock } from '../../base/clock.ts';
import { firstKeptDay } from '../../data/views/forget-old.ts';
import type { AnalyticsInput } from './schemas.ts';

const DAY = 24 * 60 * 60 * 1000;
/** How many days there are without a first one. */
const DEFAULT_DAYS = 30;

/** Days in UTC, both included. */
export interface Period {
  from: string;
  to: string;
}

/** What is asked for: days, of the site or of one post. */
export interface Scope extends Period {
  /** Undefined for the whole site. */
  postKey?: number | undefined;
}

/**
 * The days that are asked for, of those that are kept, and no later ones than today.
 *
 * @throws BAD_REQUEST if there are none
 */
export function readPeriod(clock: Clock, { from, to }: AnalyticsInput): Period {
  const now = today(clock);
  const last = to === undefined || to > now ? now : to;
  const first = from ?? addDays(last, 1 - DEFAULT_DAYS);
  const kept = firstKeptDay(clock);
  if (last < kept) throw fieldError('to', `"to" must not be before ${kept}: statistics are kept for 25 months.`);
  if (first > last) throw fieldError('from', `"from" must not be after ${last}, the last day of the period.`);
  return { from: first < kept ? kept : first, to: last };
}

/** All days of a period, the oldest first. */
export function listDays({ from, to }: Period): string[] {
  const length = (Date.parse(to) - Date.parse(from)) / DAY + 1;
  return Array.from({ length }, (_, at) => addDays(from, at));
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);
}
