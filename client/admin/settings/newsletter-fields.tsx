import { Fieldset, Stack, Switch, Textarea, TextInput } from '@mantine/core';

import { useTranslations } from '../translations/translations.ts';
import type { Part } from './use-part.ts';

/** What mails to subscribers show at their foot, and whether clicks are counted. */
export function NewsletterFields({ part }: { part: Part }) {
  const { newsletter: t } = useTranslations();
  const text = (name: 'postalAddress' | 'imprintUrl') => ({
    name,
    value: part.values[name],
    error: part.problems[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => part.set(name, currentTarget.value),
  });
  return (
    <Fieldset legend={t.title}>
      <Stack>
        <Textarea
          label={t.postalAddress}
          description={t.postalAddressHelp}
          autosize
          minRows={3}
          {...text('postalAddress')}
        />
        <TextInput
          label={t.imprintUrl}
          description={t.imprintUrlHelp}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          {...text('imprintUrl')}
        />
        <Switch
          label={t.countClicks}
          description={t.countClicksHelp}
          checked={part.values.countClicks}
          error={part.problems.countClicks}
          onChange={({ currentTarget }) => part.set('countClicks', currentTarget.checked)}
        />
      </Stack>
    </Fieldset>
  );
}
