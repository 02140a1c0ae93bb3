import { AppShell, NavLink } from '@mantine/core';
import { Command, ExternalLink, LogOut } from 'lucide-react';

import { useTranslations } from '../translations/translations.ts';
import { palette } from './palette-store.ts';
import { ThemeSwitch } from './theme-switch.tsx';
import { useSignOut } from './use-sign-out.ts';
import { basePath } from '../place.ts';

/** The lower part of the navigation: commands, the site, the theme switch and the sign-out. */
export function ShellFoot() {
  const { frame, session: t } = useTranslations();
  const signOut = useSignOut();
  return (
    <AppShell.Section>
      <NavLink
        component="button"
        label={frame.commands}
        description="Ctrl K"
        leftSection={<Command size={18} aria-hidden />}
        onClick={palette.open}
      />
      <NavLink
        href={`${basePath}/`}
        target="_blank"
        label={frame.viewSite}
        leftSection={<ExternalLink size={18} aria-hidden />}
      />
      <ThemeSwitch />
      <NavLink component="button" label={t.signOut} leftSection={<LogOut size={18} aria-hidden />} onClick={signOut} />
    </AppShell.Section>
  );
}
