const sizes = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];
const times: readonly [string, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];

/**
 * Formats amounts: bytes as `1.2 MB`, seconds as `3 days, 4 hr`.
 *
 * @param language a language tag (BCP 47)
 */
export function amounts(language: string) {
  const formatUnit = (value: number, unit: string, maximumFractionDigits: number) =>
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits }).format(value);

  return {
    number: (value: number) => new Intl.NumberFormat(language).format(value),

    bytes(value: number): string {
      const size = value < 1 ? 0 : Math.min(sizes.length - 1, Math.floor(Math.log10(value) / 3));
      return formatUnit(value / 1000 ** size, sizes[size]!, 1);
    },

    /** In its two largest units. */
    duration(seconds: number): string {
      const first = times.findIndex(([, size]) => seconds >= size);
      const parts = times.slice(first, first + 2).map(([unit, size], at) => {
        const left = at === 0 ? seconds : seconds % times[first]![1];
        return [Math.floor(left / size), unit] as const;
      });
      const shown = parts.filter(([value], at) => at === 0 || value > 0);
      const list = new Intl.ListFormat(language, { type: 'unit', style: 'short' });
      return list.format(shown.map(([value, unit]) => formatUnit(value, unit, 0)));
    },
  };
}
