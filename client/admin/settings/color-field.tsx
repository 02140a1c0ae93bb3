import { Group, Text, TextInput } from '@mantine/core';

import { accentOf, adaptedSchemes } from '../../../shared/accent.ts';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import type { Part } from './use-part.ts';

/** The default accent colour (client/site/styles/names.css). */
const DEFAULT_COLOR = '#2f5d50';

/** The accent colour, and the colour that the site uses where the accent colour would be hard to read. */
export function ColorField({ part }: { part: Part }) {
  const t = useTranslations().design;
  const value = part.values.accentColor;
  const color = value.trim().toLowerCase();
  const isColor = /^#[0-9a-f]{6}$/.test(color);
  const adapted = isColor ? adaptedSchemes(color) : [];

  return (
    <div>
      <Group align="end" gap="xs" wrap="nowrap">
        <TextInput
          name="accentColor"
          label={t.accent}
          description={t.accentHelp}
          placeholder={DEFAULT_COLOR}
          value={value}
          error={part.problems.accentColor}
          onChange={({ currentTarget }) => part.set('accentColor', currentTarget.value.trim())}
          autoComplete="off"
          spellCheck={false}
        />
        <input
          className="color-well"
          type="color"
          aria-label={t.accentChoose}
          value={isColor ? color : DEFAULT_COLOR}
          onChange={({ currentTarget }) => part.set('accentColor', currentTarget.value)}
        />
      </Group>
      <div role="status">
        {adapted.map((scheme) => (
          <Text key={scheme} size="sm" c="dimmed" mt={4}>
            {formatMessage(scheme === 'light' ? t.adaptedLight : t.adaptedDark, {
              color: accentOf(color)[scheme].accent,
            })}
          </Text>
        ))}
      </div>
    </div>
  );
}
