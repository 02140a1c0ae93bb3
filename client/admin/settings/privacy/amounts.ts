import type { BlogOutputs } from '../../../index.ts';
import type { Translations } from '../../translations/en/en.ts';

/** What is kept of a person besides comments. */
type Others = Omit<BlogOutputs['privacy']['erase'], 'ok' | 'kind' | 'deleted' | 'emptied'>;

/** The names and numbers of what there is, without what there is none of. */
export function amountsOf(others: Others, { privacy: t }: Translations): (readonly [name: string, count: number])[] {
  const names = Object.keys(t.amounts) as (keyof typeof t.amounts)[];
  return names
    .map((name) => {
      const value = others[name];
      return [t.amounts[name], typeof value === 'number' ? value : value.length] as const;
    })
    .filter(([, count]) => count > 0);
}

/** The same as a text: "Subscriptions: 1, Jobs: 2". */
export function amountsText(amounts: readonly (readonly [name: string, count: number])[], language: string): string {
  const parts = amounts.map(([name, count]) => `${name}: ${count.toLocaleString(language)}`);
  return new Intl.ListFormat(language, { type: 'unit', style: 'short' }).format(parts);
}
