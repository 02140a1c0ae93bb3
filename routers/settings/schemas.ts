import { z } from 'zod';

import { cleanString, ok } from '../schemas.ts';

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

const fields = {
  siteUrl: siteAddress,
  title: cleanString(1, 200),
  description: cleanString(0, 500),
  language,
  author: cleanString(0, 80),
  commentModeration: z.enum(['off', 'first', 'all']),
  commentsEnabled: z.boolean(),
  previewDays: z.int().min(1).max(30),
  feedItems: z.int().min(1).max(100),
};

export const settingsInput = z.object(fields).partial();
export const settingsShape = z.object({ ok, ...fields });
export const siteShape = z.object({
  ok,
  siteUrl: z.string(),
  title: z.string(),
  description: z.string(),
  language: z.string(),
  author: z.string(),
  commentsEnabled: z.boolean(),
});

export type Settings = Omit<z.output<typeof settingsShape>, 'ok'>;

export const defaultSettings: Settings = {
  siteUrl: '',
  title: 'My blog',
  description: '',
  language: 'en',
  author: '',
  commentModeration: 'off',
  commentsEnabled: true,
  previewDays: 7,
  feedItems: 20,
};

function isSiteAddress(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- what a browser would silently take out of an address
  if (/[\p{Cs}\u0000-\u0020\u007f]/u.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) && url.pathname === '/' && !/[?#@]/.test(text);
}

function isLanguageTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}
