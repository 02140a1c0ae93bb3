import { Alert, Textarea, TextInput } from '@mantine/core';

import type { Media } from '../../index.ts';
import { asBlogError } from '../errors/as-blog-error.ts';
import { useTranslations } from '../translations/translations.ts';

/** The editable fields of a link. */
export type Texts = Pick<Media, 'name' | 'alt'>;

interface FieldsProps {
  texts: Texts;
  change(texts: Texts): void;
  /** The validation errors of the service. */
  error: unknown;
  nameHelp?: string;
}

/** Asks for name and alternative text. */
export function Fields({ texts, change, error, nameHelp }: FieldsProps) {
  const t = useTranslations().media;
  const refusal = error ? asBlogError(error) : undefined;
  return (
    <>
      <TextInput
        label={t.name}
        description={nameHelp}
        value={texts.name}
        onChange={({ currentTarget }) => change({ ...texts, name: currentTarget.value })}
        error={findIssue(error, 'name')}
      />
      <Textarea
        label={t.alt}
        description={t.altHelp}
        value={texts.alt}
        onChange={({ currentTarget }) => change({ ...texts, alt: currentTarget.value })}
        error={findIssue(error, 'alt')}
        autosize
        minRows={2}
        maxRows={6}
      />
      {refusal?.issues.length === 0 && (
        <Alert color="red" role="alert">
          {refusal.message}
        </Alert>
      )}
    </>
  );
}

/** The validation error of a field. */
export function findIssue(error: unknown, field: string): string | undefined {
  return error ? asBlogError(error).issues.find(({ path }) => path === field)?.message : undefined;
}
