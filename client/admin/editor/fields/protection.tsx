import { Button, Group, Stack, Switch } from '@mantine/core';
import { useState } from 'react';

import { useTranslations } from '../../translations/translations.ts';
import type { EditorDocument } from '../document.ts';
import type { Fields } from '../../device/unsaved/fields.ts';
import { PasswordDialog } from './password-dialog.tsx';

/** Whether the text is encrypted, and with which password. */
export function Protection({ document, fields }: { document: EditorDocument; fields: Fields }) {
  const { editor, fields: labels } = useTranslations();
  const [isAsking, setAsking] = useState(false);
  const isProtected = fields.protected === 1;

  function protect(password: string): void {
    document.password = password;
    document.set({ hasNewPassword: true });
    document.change({ protected: 1 });
    setAsking(false);
  }

  return (
    <Stack gap="xs">
      <Switch
        label={labels.protected}
        description={isProtected ? editor.encryptedHelp : undefined}
        checked={isProtected}
        onChange={() => (isProtected ? document.change({ protected: 0 }) : setAsking(true))}
      />
      {isProtected && (
        <Group>
          <Button variant="default" size="xs" onClick={() => setAsking(true)}>
            {editor.newPassword}
          </Button>
        </Group>
      )}
      {isAsking && <PasswordDialog chosen={protect} close={() => setAsking(false)} />}
    </Stack>
  );
}
