import { PasswordInput, type PasswordInputProps } from '@mantine/core';

import { useTranslations } from '../translations/translations.ts';

/** A field for a password. Mantine's own has no words for its button, and does not tell everyone that it is wrong. */
export function PasswordField(props: PasswordInputProps) {
  const { showPassword } = useTranslations().session;
  return (
    <PasswordInput
      aria-invalid={props.error ? true : undefined}
      visibilityToggleButtonProps={{ 'aria-label': showPassword }}
      {...props}
    />
  );
}
