import format, { type CompiledMessage } from 'icu-minify/format';

import { numberFormat, pluralRules } from '../../../shared/formats.ts';
import { currentLanguage } from './language.ts';

/** A text with values, in the message format of ICU; the build of the app compiles it. */
export interface Message<Values> {
  /** Only for the compiler, so that a message is not shown without its values. */
  readonly takes: (values: Values) => void;
}

const formatters = {
  getNumberFormat: (locales: Intl.LocalesArgument) => numberFormat(String(locales)),
  getPluralRules: (locales: Intl.LocalesArgument) => pluralRules(String(locales)),
  getDateTimeFormat: (...given: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...given),
};

/**
 * A message with its values: `formatMessage(t.deleted, { count: 3 })`.
 *
 * @param language a language tag (BCP 47); by default that of the app
 */
export function formatMessage<Values extends Record<string, string | number>>(
  message: Message<Values>,
  values: Values,
  language: string = currentLanguage(),
): string {
  return format(message as unknown as CompiledMessage, language, values, { formatters }) as string;
}
