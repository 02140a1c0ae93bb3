import { Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';

import { languages } from '../../../shared/languages.ts';
import { useTranslations } from '../translations/translations.ts';
import type { Part } from './use-part.ts';

const choices = Object.entries(languages).map(([value, label]) => ({ value, label }));
const OTHER = 'other';

/** Selects a language of Octavo, or any other by its tag. */
export function LanguageField({ part }: { part: Part }) {
  const t = useTranslations().settings;
  const { language } = part.values;
  const [wantsOther, setWantsOther] = useState(false);
  const isOther = wantsOther || choices.every(({ value }) => value !== language);

  function choose(value: string | null) {
    setWantsOther(value === OTHER);
    if (value !== null && value !== OTHER) part.set('language', value);
  }

  return (
    <Stack gap="xs">
      <Select
        label={t.language}
        description={t.languageHelp}
        data={[...choices, { value: OTHER, label: t.otherLanguage }]}
        value={isOther ? OTHER : language}
        onChange={choose}
        allowDeselect={false}
      />
      {isOther && (
        <TextInput
          name="language"
          label={t.languageTag}
          description={t.languageTagHelp}
          value={language}
          error={part.problems.language}
          onChange={({ currentTarget }) => part.set('language', currentTarget.value.trim())}
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </Stack>
  );
}
