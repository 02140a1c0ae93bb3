import { z } from 'zod';

import { isLanguageTag } from '../../../shared/languages.ts';
import { siteAddress } from '../../../shared/site-address.ts';
import { hasCredentials } from '../../../shared/link-targets.ts';

/** An http or https URL without query and user: `https://blog.example`, `https://example.org/blog`; "" if not set. */
export const siteUrl = z
  .string()
  .trim()
  .max(200)
  .refine((text) => text === '' || siteAddress(text) !== null, {
    error: 'must be a URL such as https://blog.example or https://example.org/blog',
  })
  .transform((text) => siteAddress(text) ?? '')
  .meta({ override: { type: 'string', maxLength: 200 } });

/** A language tag (BCP 47). */
export const languageTag = z
  .string()
  .refine(isLanguageTag, { error: 'must be a language tag such as en, de or zh-CN' })
  .meta({ override: { type: 'string' } });

/** The name of a time zone. */
export const timeZone = z
  .string()
  .max(100)
  .refine(isTimeZone, { error: 'must be the name of a time zone such as Europe/Berlin or UTC' })
  .meta({ override: { type: 'string', maxLength: 100 } });

/** A URI of printable ASCII for security.txt; "" for none. */
export const securityContact = z
  .string()
  .trim()
  .max(500)
  .refine((text) => text === '' || isContact(text), {
    error: 'must be a URI such as mailto:security@blog.example or https://blog.example/contact',
  })
  .meta({ override: { type: 'string', maxLength: 500 } });

function isContact(text: string): boolean {
  if (!/^[!-~]+$/.test(text) || !URL.canParse(text) || hasCredentials(text)) return false;
  return /^mailto:[^@]+@[^@]+$/i.test(text) || /^https:\/\/./i.test(text);
}

function isTimeZone(text: string): boolean {
  // Intl also accepts offsets such as +01:00, which have no daylight saving time.
  if (!/^[a-z]/i.test(text)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
