import { Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';

import { trpc } from '../api/api.ts';
import { useTranslations } from '../translations/translations.ts';
import { PasswordField } from './password-field.tsx';

interface LockedOutProps {
  isOpen: boolean;
  toggle: () => void;
  setupKey: string;
  setSetupKey: (key: string) => void;
  /** The error of the setup key. */
  error: string | undefined;
}

/** How to sign in while it is locked: with the setup key, if the service has one, or by a command on the server. */
export function LockedOut({ isOpen, toggle, setupKey, setSetupKey, error }: LockedOutProps) {
  const t = useTranslations().session;
  const id = useId();
  const { data: state } = useQuery(trpc.admin.state.queryOptions());
  const hasKey = state?.needsSetupKey ?? true;
  return (
    <Stack gap="xs">
      <Anchor
        component="button"
        type="button"
        size="sm"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={toggle}
      >
        {t.lockedOut}
      </Anchor>
      {isOpen && (
        <Stack id={id} gap="xs">
          <Text size="sm">{hasKey ? t.lockedOutHelp : t.lockedOutHelpWithoutKey}</Text>
          {hasKey && (
            <PasswordField
              label={t.setupKey}
              description={t.setupKeyHelp}
              value={setupKey}
              onChange={({ currentTarget }) => setSetupKey(currentTarget.value)}
              error={error}
              autoComplete="off"
            />
          )}
        </Stack>
      )}
    </Stack>
  );
}
