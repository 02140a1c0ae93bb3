import { readTexts } from '../ui/search-values.ts';

/** Periods that end today, in days. */
export const PERIODS = [7, 30, 90, 365] as const;
/** The period that is shown first. */
export const DEFAULT_PERIOD = 30;

/** The query parameters of the screen. */
export interface StatisticsSearch {
  /** One of `PERIODS`; absent for the default, or with `from`. */
  days?: number;
  /** A period of one's own. */
  from?: string;
  to?: string;
  /** The id of a post or page; absent for the whole site. */
  post?: string;
}

/** Parses the query parameters; invalid values are ignored. */
export function statisticsSearch(values: Record<string, unknown>): StatisticsSearch {
  const { from, to, post } = readTexts(values, ['from', 'to', 'post']);
  const days = PERIODS.find((period) => period === Number(values['days']));
  const isOwn = isDate(from) && isDate(to);
  return {
    ...(isOwn && { from, to }),
    ...(!isOwn && days !== undefined && days !== DEFAULT_PERIOD && { days }),
    ...(post !== undefined && { post }),
  };
}

/** The days that a search asks for; dates are UTC. */
export function toPeriod({ days = DEFAULT_PERIOD, from, to }: StatisticsSearch): { from: string; to?: string } {
  if (from !== undefined && to !== undefined) return { from, to };
  return { from: new Date(Date.now() - (days - 1) * 24 * 60 * 60 * 1000).toISOString().slice(0, 10) };
}

function isDate(text: string | undefined): boolean {
  return text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text);
}
