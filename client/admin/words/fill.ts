/**
 * Puts values into a sentence: `fill('{count} posts deleted', { count: 3 })`.
 *
 * @param values by the names in the braces
 */
export function fill(sentence: string, values: Record<string, string | number>): string {
  return sentence.replace(/\{(\w+)\}/g, (braces, name: string) => String(values[name] ?? braces));
}

/** What is said of a number: one sentence for each form of plural that the language has (CLDR). */
export type Counted = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/**
 * The sentence for a number: `counted({ one: '{count} post', other: '{count} posts' }, 3, 'en')`.
 *
 * @param language a language tag (BCP 47)
 */
export function counted(forms: Counted, count: number, language: string): string {
  const form = forms[new Intl.PluralRules(language).select(count)] ?? forms.other;
  return fill(form, { count: new Intl.NumberFormat(language).format(count) });
}

/** Marks sentences for a number, so that each language may have the forms that it needs. */
export function forms(sentences: Counted): Counted {
  return sentences;
}
