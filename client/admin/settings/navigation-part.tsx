import { Switch } from '@mantine/core';

import type { Settings } from '../../index.ts';
import { useTranslations } from '../translations/translations.ts';
import type { FieldName } from './changes.ts';
import { MenuField } from './menu-field.tsx';
import { PartForm } from './part-form.tsx';
import { usePart } from './use-part.ts';

/** The fields of this part. */
export const navigationFields = [
  'navigation',
  'footerNavigation',
  'guestbookEnabled',
] as const satisfies readonly FieldName[];

/** The menu of the site, the links at its foot, and whether it shows the guestbook. */
export function NavigationPart({ saved }: { saved: Settings }) {
  const t = useTranslations().menu;
  const part = usePart(saved, navigationFields);
  return (
    <PartForm part={part}>
      <MenuField part={part} name="navigation" />
      <MenuField part={part} name="footerNavigation" />
      <Switch
        label={t.guestbookEnabled}
        description={t.guestbookEnabledHelp}
        checked={part.values.guestbookEnabled}
        error={part.problems.guestbookEnabled}
        onChange={({ currentTarget }) => part.set('guestbookEnabled', currentTarget.checked)}
      />
    </PartForm>
  );
}
