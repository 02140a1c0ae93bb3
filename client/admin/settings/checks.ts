import { isInvisible } from '../../../shared/invisible.ts';
import { isLanguageTag } from '../../../shared/languages.ts';
import { hasCredentials, isUrlOrPath } from '../../../shared/link-targets.ts';
import { siteAddress } from '../../../shared/site-address.ts';
import { formatMessage } from '../translations/format-message.ts';
import type { Translations } from '../translations/catalog.ts';
import type { FieldName, Fields } from './changes.ts';
import { menuProblem } from './menu-entries.ts';
import { reactionsProblem, sitesProblem } from './other-sites.ts';

/** An upload that the service can resize. */
const ICON = /^(?:\/media\/\d{4}\/\d{2}\/[a-z0-9-]+\.(?:png|jpg|webp|gif|avif))?$/;

type Check = (value: never, t: Translations) => string | undefined;

/** Validates fields as the service does, with messages in the language of the app. Lengths are in code points. */
const checks: { [N in FieldName]?: Check } = {
  title: (text: string, t) => (isInvisible(text) ? t.settings.required : tooLong(text, 200, t)),
  description: (text: string, t) => tooLong(text, 500, t),
  author: (text: string, t) => tooLong(text, 80, t),
  siteUrl: (text: string, t) =>
    text.trim() === '' || siteAddress(text.trim()) !== null ? undefined : t.settings.noAddress,
  language: (tag: string, t) => (isLanguageTag(tag) ? undefined : t.settings.noLanguage),
  ownerEmail: (text: string, t) => (isEmail(text.trim()) ? undefined : t.settings.noEmail),
  securityContact: (text: string, t) => (isContact(text.trim()) ? undefined : t.settings.noContact),
  spamLinks: (links: number | string, t) => outOfRange(links, 0, 20, t),
  previewDays: (days: number | string, t) => outOfRange(days, 1, 30, t),
  feedItems: (items: number | string, t) => outOfRange(items, 1, 100, t),
  commentSites: sitesProblem,
  reactions: reactionsProblem,
  navigation: menuProblem,
  footerNavigation: menuProblem,
  authorLinks: menuProblem,
  accentColor: (text: string, t) => (/^(?:#[0-9a-f]{6})?$/i.test(text) ? undefined : t.design.noColor),
  logo: (url: string, t) => noPublicUrl(url, t.design.noImage, t),
  authorPicture: (url: string, t) => noPublicUrl(url, t.design.noImage, t),
  icon: (url: string, t) => (ICON.test(url) ? undefined : t.design.noIcon),
  postalAddress: (text: string, t) => tooLong(text, 500, t),
  imprintUrl: (url: string, t) => noPublicUrl(url.trim(), t.newsletter.noImprint, t),
  footerText: (text: string, t) => tooLong(text, 500, t),
  customCss: (text: string, t) => tooLong(text, 50_000, t),
};

/** The validation errors of the values, by field. */
export function findProblems(fields: Partial<Fields>, t: Translations): Partial<Record<FieldName, string>> {
  const found = Object.entries(fields).map(([name, value]) => [name, checks[name as FieldName]?.(value as never, t)]);
  return Object.fromEntries(found.filter(([, problem]) => problem !== undefined)) as Partial<Record<FieldName, string>>;
}

function tooLong(text: string, most: number, t: Translations): string | undefined {
  const { length } = [...text.trim()];
  return length > most ? formatMessage(t.settings.tooLong, { most, length }) : undefined;
}

/** @param otherwise the message for what is no URL */
function noPublicUrl(url: string, otherwise: string, t: Translations): string | undefined {
  if (!isUrlOrPath(url)) return otherwise;
  return hasCredentials(url) ? t.settings.revealsPassword : undefined;
}

function outOfRange(value: number | string, least: number, most: number, t: Translations): string | undefined {
  const isFine = Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
  return isFine ? undefined : formatMessage(t.settings.outOfRange, { least, most });
}

/** The service knows more. */
function isEmail(text: string): boolean {
  return text === '' || /^[^@\s<>,;]+@[^@\s<>,;][^@\s<>,;.]*\.[^@\s<>,;]+$/.test(text);
}

function isContact(text: string): boolean {
  if (text === '' || /^mailto:[^@\s]+@[^@\s]+$/i.test(text)) return true;
  return /^https:\/\/\S+$/i.test(text) && URL.canParse(text);
}
