import { TextInput, type TextInputProps } from '@mantine/core';

import { useTranslations } from '../translations/translations.ts';

/** A field for a code of the authenticator app, which password managers fill in. */
export function CodeField(props: TextInputProps) {
  const t = useTranslations().security;
  return (
    <TextInput
      label={t.code}
      description={t.codeHelp}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      maxLength={40}
      required
      withAsterisk={false}
      {...props}
    />
  );
}
