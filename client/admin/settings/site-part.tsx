import { Fieldset, NumberInput, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import type { Settings } from '../../index.ts';
import { trpc } from '../api/api.ts';
import { useTranslations } from '../translations/translations.ts';
import { AddressField } from './address-field.tsx';
import type { FieldName } from './changes.ts';
import { LanguageField } from './language-field.tsx';
import { NewsletterFields } from './newsletter-fields.tsx';
import { PartForm } from './part-form.tsx';
import { TimeZoneField } from './time-zone-field.tsx';
import { usePart } from './use-part.ts';

/** The fields of this part. */
export const siteFields = [
  'title',
  'description',
  'author',
  'siteUrl',
  'language',
  'timeZone',
  'previewDays',
  'feedItems',
  'subscribeBox',
  'postalAddress',
  'imprintUrl',
  'countClicks',
  'securityContact',
] as const satisfies readonly FieldName[];

/** Title, address, language, time zone and other properties of the site. */
export function SitePart({ saved }: { saved: Settings }) {
  const t = useTranslations().settings;
  const part = usePart(saved, siteFields);
  const { data: mail } = useQuery(trpc.admin.mail.queryOptions());
  const text = (name: 'title' | 'description' | 'author' | 'securityContact') => ({
    name,
    value: part.values[name],
    error: part.problems[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => part.set(name, currentTarget.value),
  });
  const number = (name: 'previewDays' | 'feedItems') => ({
    name,
    value: part.values[name],
    error: part.problems[name],
    onChange: (value: number | string) => part.set(name, value),
    // A dropped decimal separator would turn 1.5 into 15; kept, it is a validation error.
    allowedDecimalSeparators: ['.', ','],
    classNames: { wrapper: 'settings-number' },
  });

  return (
    <PartForm part={part}>
      <TextInput label={t.title} description={t.titleHelp} {...text('title')} />
      <Textarea label={t.description} description={t.descriptionHelp} autosize minRows={2} {...text('description')} />
      <TextInput label={t.author} description={t.authorHelp} autoComplete="off" {...text('author')} />
      <AddressField part={part} saved={saved} />
      <LanguageField key={part.round} part={part} />
      <TimeZoneField part={part} />
      <TextInput
        label={t.securityContact}
        description={t.securityContactHelp}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        {...text('securityContact')}
      />
      <Fieldset legend={t.readers}>
        <Stack>
          <NumberInput label={t.previewDays} description={t.previewDaysHelp} {...number('previewDays')} />
          <NumberInput label={t.feedItems} description={t.feedItemsHelp} {...number('feedItems')} />
          {mail?.configured && (
            <Switch
              label={t.subscribeBox}
              description={t.subscribeBoxHelp}
              checked={part.values.subscribeBox}
              error={part.problems.subscribeBox}
              onChange={({ currentTarget }) => part.set('subscribeBox', currentTarget.checked)}
            />
          )}
        </Stack>
      </Fieldset>
      {mail?.configured && <NewsletterFields part={part} />}
    </PartForm>
  );
}
