import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';

import { useTranslations } from '../translations/translations.ts';
import type { EditorDocument } from './document.ts';
import { watchOtherTabs } from './other-tabs.ts';

/** Says that another tab of this browser shows the same post. */
export function OpenElsewhere({ document }: { document: EditorDocument }) {
  const { editor } = useTranslations();
  const [isElsewhere, setElsewhere] = useState(false);
  useEffect(() => watchOtherTabs(document, setElsewhere), [document]);
  return (
    <Text size="sm" c="dimmed" px="md" role="status">
      {isElsewhere && editor.openElsewhere}
    </Text>
  );
}
