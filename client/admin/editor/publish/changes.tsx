import { Text } from '@mantine/core';
import { useState } from 'react';

import { useLanguage, useTranslations } from '../../translations/translations.ts';
import { Compare } from '../compare.tsx';
import type { DocumentState } from '../document.ts';
import { findChanges } from '../../device/unsaved/fields.ts';

/** What an update changes for readers. */
export function Changes({ state: { base, fields, hasNewPassword } }: { state: DocumentState }) {
  const { fields: labels, editor, publishing: t } = useTranslations();
  const language = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const names = Object.keys(findChanges(base, fields)).filter((name) => name !== 'slug') as (keyof typeof labels)[];
  const changed = [...names.map((name) => labels[name]), ...(hasNewPassword ? [editor.newPassword] : [])];
  return (
    <>
      <Text size="sm">{new Intl.ListFormat(language, { type: 'conjunction' }).format(changed) || t.noChanges}</Text>
      {names.length > 0 && (
        <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>{t.showChanges}</summary>
          {isOpen && <Compare before={{ fields: base, label: t.nowPublic }} after={{ fields, label: t.afterUpdate }} />}
        </details>
      )}
    </>
  );
}
