import { BlogError } from '../../api/errors.ts';
import { asBlogError } from './as-blog-error.ts';
import { formatMessage } from '../translations/format-message.ts';
import type { Translations } from '../translations/catalog.ts';
import { currentLanguage } from '../translations/language.ts';
import { currentTranslations } from '../translations/translations.ts';

type Refused = Translations['common']['refused'];

/**
 * Translates an error by its code. In English the more precise message of the service is kept. Issues are shown at
 * their fields, so their messages omit the names.
 */
export function translateError(error: unknown): BlogError {
  const failure = asBlogError(error);
  const { code, status, retryAfter, currentVersion, challenge, cause } = failure;
  const issues = failure.issues.map(({ path, message }) => ({ path, message: withoutName(message, path) }));
  const message = sentenceFor(failure) ?? failure.message;
  return new BlogError(code, message, { status, issues, retryAfter, currentVersion, challenge, cause });
}

/** The message of an error. */
export function errorSentence(error: unknown): string {
  return translateError(error).message;
}

function sentenceFor(failure: BlogError): string | undefined {
  const { refused } = currentTranslations().common;
  // The client raises these for a URL chosen by the caller.
  if (failure.code === 'NETWORK_ERROR') return refused.unreachable;
  if (failure.code === 'UNEXPECTED_ANSWER') return refused.foreign;
  return currentLanguage() === 'en' ? undefined : byCode[failure.code]?.(refused, failure);
}

const byCode: Partial<Record<string, (refused: Refused, failure: BlogError) => string>> = {
  // The same code for the password of the sign-in and the current password of a change.
  WRONG_PASSWORD: (refused, { status }) => (status === 403 ? refused.currentPassword : refused.password),
  WRONG_CODE: (refused) => refused.code,
  CHALLENGE_EXPIRED: (refused) => refused.signInExpired,
  PASSKEY_REFUSED: (refused) => refused.passkey,
  SECOND_FACTOR_NEEDED: () => currentTranslations().security.onlyPasskey,
  SETUP_KEY_INVALID: (refused) => refused.setupKey,
  RATE_LIMITED: (refused, { retryAfter }) =>
    retryAfter === undefined ? refused.tooOftenForNow : formatMessage(refused.tooOften, { count: retryAfter }),
  NOT_FOUND: (refused) => refused.gone,
  PRECONDITION_FAILED: (refused) => refused.changed,
  PAYLOAD_TOO_LARGE: (refused) => refused.tooLarge,
  INTERNAL_SERVER_ERROR: (refused) => refused.broken,
  SERVICE_UNAVAILABLE: (refused) => refused.busy,
};

/** `"url" must be …` as `Must be …`. */
function withoutName(message: string, path: string): string {
  const name = `"${path}" `;
  if (!message.startsWith(name)) return message;
  const rest = message.slice(name.length);
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}
