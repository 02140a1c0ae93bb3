import type { BlogOutputs } from '../../../index.ts';
import type { Translations } from '../../translations/catalog.ts';

/** The data of a person that the service keeps, without the comments. */
type Others = Omit<BlogOutputs['privacy']['erase'], 'ok' | 'kind' | 'deleted' | 'emptied'>;

/** The name and number of each kind of data, without kinds of which there is none. */
export function listAmounts(others: Others, { privacy: t }: Translations): (readonly [name: string, count: number])[] {
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
