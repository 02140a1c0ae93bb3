import { formatNumber, pluralCategory } from '../../../shared/formats.ts';

/** Replaces `{name}` by values: `interpolate('{count} posts deleted', { count: 3 })`. */
export function interpolate(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
}

/** A text for each plural category that the language has (CLDR). */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/**
 * The text for a number: `plural({ one: '{count} post', other: '{count} posts' }, 3, 'en')`.
 *
 * @param language a language tag (BCP 47)
 */
export function plural(forms: PluralForms, count: number, language: string): string {
  const text = forms[pluralCategory(language, count)] ?? forms.other;
  return interpolate(text, { count: formatNumber(language, count) });
}

/** Marks the forms of a text as `PluralForms`, so that each language can have the categories that it needs. */
export function pluralForms(forms: PluralForms): PluralForms {
  return forms;
}
