import { Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';

import { useWords } from '../words/words.ts';
import type { Part } from './use-part.ts';

/** The languages that site and app speak, by their own names. */
const languages = [
  { value: 'en', label: 'English' },
  { value: 'de', label: 'Deutsch' },
  { value: 'es', label: 'Español' },
  { value: 'fr', label: 'Français' },
  { value: 'ja', label: '日本語' },
  { value: 'zh-CN', label: '简体中文' },
];
const OTHER = 'other';

/** One of the six, or any other by its tag. */
export function LanguageField({ part }: { part: Part }) {
  const words = useWords().settings;
  const { language } = part.values;
  const [wantsOther, setWantsOther] = useState(false);
  const isOther = wantsOther || languages.every(({ value }) => value !== language);

  function choose(value: string | null) {
    setWantsOther(value === OTHER);
    if (value !== null && value !== OTHER) part.set('language', value);
  }

  return (
    <Stack gap="xs">
      <Select
        label={words.language}
        description={words.languageHelp}
        data={[...languages, { value: OTHER, label: words.otherLanguage }]}
        value={isOther ? OTHER : language}
        onChange={choose}
        allowDeselect={false}
      />
      {isOther && (
        <TextInput
          name="language"
          label={words.languageTag}
          description={words.languageTagHelp}
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
