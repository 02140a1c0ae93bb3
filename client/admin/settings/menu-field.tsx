import { Button, Fieldset, Group, Stack, Text } from '@mantine/core';

import { useTranslations } from '../translations/translations.ts';
import { menuProblem, usualMenus, type MenuName } from './menu-entries.ts';
import { MenuList } from './menu-list.tsx';
import type { Part } from './use-part.ts';

/** A menu: its entries, and back to the usual ones. */
export function MenuField({ part, name }: { part: Part; name: MenuName }) {
  const translations = useTranslations();
  const t = translations.menu;
  const problem = part.problems[name];

  return (
    <Fieldset legend={t[name]}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t[`${name}Help`]}
        </Text>
        <MenuList
          name={name}
          label={t[name]}
          entries={part.values[name] ?? usualMenus[name]}
          isChecked={problem !== undefined}
          hasGuestbook={part.values.guestbookEnabled}
          set={(next) => part.set(name, next)}
        />
        {name !== 'authorLinks' && part.values[name] !== null && (
          <Group>
            <Button variant="subtle" onClick={() => part.set(name, null)}>
              {t[`${name}Reset`]}
            </Button>
          </Group>
        )}
        {problem !== undefined && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {menuProblem(part.values[name], translations) === undefined ? problem : t.wrong}
          </Text>
        )}
      </Stack>
    </Fieldset>
  );
}
