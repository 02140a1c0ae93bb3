import { Checkbox, FileInput, Group, Stack, TextInput } from '@mantine/core';

import { useTranslations } from '../../translations/translations.ts';
import { importChoices } from './import-job.ts';

/** Fields for the values that the files of an import do not contain. */
export function ImportOptions({ disabled }: { disabled: boolean }) {
  const t = useTranslations().settings;
  const choices = importChoices.use();
  const fields: [name: 'oldUrl' | 'permalink', label: string, help: string][] = [
    ['oldUrl', t.oldUrl, t.oldUrlHelp],
    ['permalink', t.permalink, t.permalinkHelp],
  ];

  return (
    <Stack gap="sm">
      <Group align="flex-start" grow>
        {fields.map(([name, label, description]) => (
          <TextInput
            key={name}
            label={label}
            description={description}
            value={choices[name]}
            disabled={disabled}
            onChange={({ currentTarget }) => importChoices.set({ ...importChoices.get(), [name]: currentTarget.value })}
            autoComplete="off"
            spellCheck={false}
          />
        ))}
      </Group>
      <FileInput
        label={t.oldSite}
        description={t.oldSiteHelp}
        placeholder={t.verifyChoose}
        accept=".xml,.gz,.zip"
        clearable
        clearButtonProps={{ 'aria-label': t.oldSiteNone }}
        value={choices.oldSite}
        disabled={disabled}
        onChange={(oldSite) => importChoices.set({ ...importChoices.get(), oldSite })}
      />
      <Checkbox
        label={t.keepEmail}
        description={t.keepEmailHelp}
        checked={choices.keepEmail}
        disabled={disabled}
        onChange={({ currentTarget: { checked } }) => importChoices.set({ ...importChoices.get(), keepEmail: checked })}
      />
    </Stack>
  );
}
