import { Anchor, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { queryClient, trpc } from '../api/api.ts';
import { AuthenticatorApp } from '../sign-in/authenticator-app.tsx';
import { Passkeys } from '../sign-in/passkeys.tsx';
import { ChangePassword } from '../sign-in/change-password.tsx';
import { useTranslations } from '../translations/translations.ts';
import { Keys } from './keys.tsx';
import { RevokeAllKeys } from './revoke-all-keys.tsx';
import { Sessions } from './sessions.tsx';
import { SignOutEverywhere } from './sign-out-everywhere.tsx';

/** The password, the second factors, the sessions and the API keys. */
export function AccountPart() {
  const { settings: t, security, frame, audit } = useTranslations();
  const { data } = useQuery(trpc.passkeys.list.queryOptions());
  const hasPasskeys = (data?.passkeys.length ?? 0) > 0;
  const [changed, setChanged] = useState(0);

  function done() {
    setChanged(changed + 1);
    void queryClient.invalidateQueries(trpc.admin.sessions.pathFilter());
  }

  return (
    <Stack maw={640} gap="xl">
      <Stack component="section" aria-labelledby="settings-password" gap="sm" maw={400}>
        <Title order={2} size="h4" id="settings-password">
          {t.password}
        </Title>
        <Text c="dimmed" size="sm">
          {t.passwordHelp}
        </Text>
        {/* A new key resets the fields. */}
        <ChangePassword key={changed} done={done} />
        <Text role="status" size="sm" c="dimmed">
          {changed > 0 && t.passwordChanged}
        </Text>
        {changed > 0 && <RevokeAllKeys />}
        {changed > 0 && hasPasskeys && <Text size="sm">{security.passwordAfter}</Text>}
      </Stack>
      <Stack component="section" aria-labelledby="settings-app" gap="sm">
        <Title order={2} size="h4" id="settings-app">
          {security.app}
        </Title>
        <Text c="dimmed" size="sm">
          {security.appHelp}
        </Text>
        <AuthenticatorApp />
      </Stack>
      <Stack component="section" aria-labelledby="settings-passkeys" gap="sm">
        <Title order={2} size="h4" id="settings-passkeys">
          {security.passkeys}
        </Title>
        <Text c="dimmed" size="sm">
          {security.passkeysHelp}
        </Text>
        <Passkeys />
      </Stack>
      <Stack component="section" aria-labelledby="settings-sessions" gap="sm">
        <Title order={2} size="h4" id="settings-sessions">
          {t.sessions}
        </Title>
        <Text c="dimmed" size="sm">
          {t.sessionsHelp}
        </Text>
        <Sessions />
        <SignOutEverywhere />
      </Stack>
      <Stack component="section" aria-labelledby="settings-keys" gap="sm">
        <Title order={2} size="h4" id="settings-keys">
          {t.keys.title}
        </Title>
        <Text c="dimmed" size="sm">
          {t.keys.help}
        </Text>
        <Keys />
      </Stack>
      <Stack component="section" aria-labelledby="settings-audit" gap="sm">
        <Title order={2} size="h4" id="settings-audit">
          {frame.audit}
        </Title>
        <Text c="dimmed" size="sm">
          {audit.help}
        </Text>
        <Anchor component={Link} to="/audit">
          {frame.audit}
        </Anchor>
      </Stack>
    </Stack>
  );
}
