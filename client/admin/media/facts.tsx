import { Text } from '@mantine/core';

import type { Media } from '../../index.ts';
import { useLanguage } from '../translations/translations.ts';

/** The format, size and dimensions of an uploaded file. */
export function Facts({ media: { url, mime, bytes, width, height } }: { media: Media }) {
  const language = useLanguage();
  if (mime === undefined || bytes === undefined) return null;
  const facts = [url.slice(url.lastIndexOf('.') + 1).toUpperCase(), inUnits(bytes, language)];
  if (width && height) facts.push(`${width} × ${height}`);
  return (
    <Text size="sm" c="dimmed">
      {facts.join(' · ')}
    </Text>
  );
}

function inUnits(bytes: number, language: string): string {
  const [unit, size] = bytes < 1e6 ? (['kilobyte', bytes / 1e3] as const) : (['megabyte', bytes / 1e6] as const);
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 });
  return format.format(Math.max(0.1, size));
}
