import { AppShell, NavLink } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Command, ExternalLink, LogOut } from 'lucide-react';

import { queryClient, trpc } from '../api/api.ts';
import { session } from '../session/session.ts';
import { useWords } from '../words/words.ts';
import { palette } from './palette-store.ts';
import { ThemeSwitch } from './theme-switch.tsx';

/** What stands below the places: commands, the site itself, light and dark, the way out. */
export function ShellFoot() {
  const { frame, session: words } = useWords();
  const logout = useMutation(
    trpc.admin.logout.mutationOptions({
      onSettled() {
        session.end();
        queryClient.clear();
      },
    }),
  );
  return (
    <AppShell.Section>
      <NavLink
        component="button"
        label={frame.commands}
        description="Ctrl K"
        leftSection={<Command size={18} aria-hidden />}
        onClick={palette.open}
      />
      <NavLink href="/" target="_blank" label={frame.viewSite} leftSection={<ExternalLink size={18} aria-hidden />} />
      <ThemeSwitch />
      <NavLink
        component="button"
        label={words.signOut}
        leftSection={<LogOut size={18} aria-hidden />}
        onClick={() => logout.mutate()}
      />
    </AppShell.Section>
  );
}
