import { Stack, Title } from '@mantine/core';

import { session } from '../session/session.ts';
import { useTranslations } from '../translations/translations.ts';
import { AuthenticatorApp } from './authenticator-app.tsx';
import { Passkeys } from './passkeys.tsx';

/** The choice of a second factor, while the service requires one. */
export function Enrol() {
  const t = useTranslations().security;
  return (
    <Stack gap="xl">
      <Stack component="section" gap="sm">
        <Title order={2} size="h4">
          {t.app}
        </Title>
        <AuthenticatorApp done={() => session.enrolled()} />
      </Stack>
      <Stack component="section" gap="sm">
        <Title order={2} size="h4">
          {t.passkeys}
        </Title>
        <Passkeys done={() => session.enrolled()} />
      </Stack>
    </Stack>
  );
}
