import { unescapeFormula } from '../../shared/csv-row.ts';
import { languageFor, type Language } from '../../shared/languages.ts';
import { emailAddress } from '../base/mail-address.ts';
import { timestampInput } from '../base/field-schemas.ts';
import { languageTag } from '../data/settings/formats.ts';

/** An address to import. */
export interface ImportedRow {
  email: string;
  language: Language;
  /** ISO 8601 in UTC; null: now. */
  createdAt: string | null;
  confirmedAt: string | null;
}

/** The reason why a row is not imported. */
export interface RefusedRow {
  reason: string;
}

/** The columns of a file. */
export interface NamedColumns {
  /** Whether the first row has the names of the columns. */
  hasNames: boolean;
  /** @param language of the mails, if the row has none */
  read(fields: readonly string[], language: Language): ImportedRow | RefusedRow;
}

/** The names of the columns in this and other systems. */
const columns = {
  email: ['email', 'e-mail', 'email address', 'e-mail address', 'mail', 'address'],
  language: ['language', 'lang', 'locale'],
  state: ['state', 'status', 'subscribed_to_emails'],
  createdAt: ['created_at', 'created at', 'createdat'],
  confirmedAt: ['confirmed_at', 'confirmed at', 'confirmedat'],
} as const;

/** The states of other systems in which people get mails. */
const AGREED = new Set(['', 'confirmed', 'subscribed', 'active', 'enabled', 'true', 'yes', '1']);

/** The longest part of a field that a reason quotes, in characters. */
const QUOTED = 80;

const time = timestampInput();

/** Reads the first row of a file. A file without names has the addresses in its first column. */
export function readNames(fields: readonly string[]): NamedColumns {
  const names = fields.map((field) => field.trim().toLowerCase());
  const places = Object.entries(columns).map(
    ([column, known]) => [column, names.findIndex((name) => (known as readonly string[]).includes(name))] as const,
  );
  const at = Object.fromEntries(places) as Record<keyof typeof columns, number>;
  const hasNames = at.email >= 0;
  const place = hasNames ? at : { ...at, email: 0 };
  return {
    hasNames,
    read: (row, language) => readRow((column) => unescapeFormula(row[place[column]]?.trim() ?? ''), language),
  };
}

function readRow(valueOf: (column: keyof typeof columns) => string, language: Language): ImportedRow | RefusedRow {
  const address = emailAddress.safeParse(valueOf('email'));
  if (!address.success) return refuse(valueOf('email'), 'is not an e-mail address.');
  const state = valueOf('state').toLowerCase();
  if (!AGREED.has(state)) return refuse(valueOf('state'), 'is not the state of a confirmed address.');
  const tag = languageTag.safeParse(valueOf('language'));
  const times = [valueOf('createdAt'), valueOf('confirmedAt')].map((text) => ({ text, parsed: time.safeParse(text) }));
  const wrong = times.find(({ parsed }) => !parsed.success);
  if (wrong) return refuse(wrong.text, 'is not a time such as 2026-01-31T08:00:00Z.');
  const [createdAt = null, confirmedAt = null] = times.map(({ parsed }) => parsed.data ?? null);
  return {
    email: address.data.toLowerCase(),
    language: tag.success ? languageFor(tag.data) : language,
    createdAt,
    confirmedAt,
  };
}

function refuse(value: string, reason: string): RefusedRow {
  return { reason: `"${value.slice(0, QUOTED)}" ${reason}` };
}
