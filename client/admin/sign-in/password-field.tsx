import { PasswordInput, type PasswordInputProps } from '@mantine/core';

import { useTranslations } from '../translations/translations.ts';

/**
 * A password field. Mantine's component has no accessible name for its button, and does not announce its error to all
 * screen readers.
 */
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
