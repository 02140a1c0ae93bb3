import { z } from 'zod';

import { cleanString, ok } from '../schemas.ts';
import { hasCredentials } from '../url-credentials.ts';

/** An http or https address without path, query and user: `https://blog.example`; "" while it is not set. */
const siteAddress = z
  .string()
  .trim()
  .max(200)
  .transform((text) => text.replace(/\/+$/, ''))
  .refine((text) => text === '' || isSiteAddress(text), {
    error: 'must be an address such as https://blog.example, without a path',
  })
  // As browsers write it in Origin: lower case, no default port.
  .transform((text) => (text === '' ? '' : new URL(text).origin))
  .meta({ override: { type: 'string', maxLength: 200 } });

const language = z
  .string()
  .refine(isLanguageTag, { error: 'must be a language tag such as en, de or zh-CN' })
  .meta({ override: { type: 'string' } });

const timeZone = z
  .string()
  .max(100)
  .refine(isTimeZone, { error: 'must be the name of a time zone such as Europe/Berlin or UTC' })
  .meta({ override: { type: 'string', maxLength: 100 } });

/** A URI whose characters stand as they are in a line of security.txt; "" while there is none. */
const securityContact = z
  .string()
  .trim()
  .max(500)
  .refine((text) => text === '' || isContact(text), {
    error: 'must be such as mailto:security@blog.example or https://blog.example/contact',
  })
  .meta({ override: { type: 'string', maxLength: 500 } });

const fields = {
  siteUrl: siteAddress,
  title: cleanString(1, 200),
  description: cleanString(0, 500),
  language,
  timeZone,
  author: cleanString(0, 80, { visible: true }),
  commentModeration: z.enum(['off', 'first', 'all']),
  commentsEnabled: z.boolean(),
  previewDays: z.int().min(1).max(30),
  feedItems: z.int().min(1).max(100),
  securityContact,
};

export const settingsInput = z.object(fields).partial();
export const settingsShape = z.object({ ok, ...fields });
export const siteShape = z.object({
  ok,
  siteUrl: z.string(),
  title: z.string(),
  description: z.string(),
  language: z.string(),
  timeZone: z.string(),
  author: z.string(),
  commentsEnabled: z.boolean(),
});

export type Settings = Omit<z.output<typeof settingsShape>, 'ok'>;

export const defaultSettings: Settings = {
  siteUrl: '',
  title: 'My blog',
  description: '',
  language: 'en',
  timeZone: 'UTC',
  author: '',
  commentModeration: 'off',
  commentsEnabled: true,
  previewDays: 7,
  feedItems: 20,
  securityContact: '',
};

function isSiteAddress(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- what a browser would silently take out of an address
  if (/[\p{Cs}\u0000-\u0020\u007f]/u.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) && url.pathname === '/' && !/[?#@]/.test(text);
}

function isContact(text: string): boolean {
  if (!/^[!-~]+$/.test(text) || !URL.canParse(text) || hasCredentials(text)) return false;
  return /^mailto:[^@]+@[^@]+$/i.test(text) || /^https:\/\/./i.test(text);
}

function isLanguageTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

function isTimeZone(text: string): boolean {
  // Intl takes offsets such as +01:00 as well, which know no summer time.
  if (!/^[a-z]/i.test(text)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
