import { AppShell, Burger, Group, NavLink, ScrollArea, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, type KeyboardEvent } from 'react';

import { trpc } from '../api/api.ts';
import { Live } from '../live/live.tsx';
import { OfflineNote } from './offline-note.tsx';
import { registerWorker } from '../offline/register-worker.ts';
import { loadTranslations, useTranslations } from '../translations/translations.ts';
import { continueDeletions } from '../deletions/continue.ts';
import { LeaveUploads } from '../uploads/leave-uploads.tsx';
import { rejectStrayFiles } from '../uploads/stray-files.ts';
import { PendingCount } from './pending-count.tsx';
import { loadAhead } from './load-ahead.ts';
import { measureSoon } from './measure-soon.ts';
import { Palette } from './palette.tsx';
import { places } from '../ui/places.tsx';
import { ahead } from './screens.ts';
import { ShellFoot } from './shell-foot.tsx';
import { useGoTo } from '../ui/use-go-to.ts';

/** The frame around every screen: navigation and the actions that are always available. */
export function Shell() {
  const { frame } = useTranslations();
  const [isOpen, { toggle, close }] = useDisclosure();
  const { pathname } = useLocation();
  const { data: site } = useQuery(trpc.settings.site.queryOptions());
  const { data: mail } = useQuery(trpc.admin.mail.queryOptions());
  const burger = useRef<HTMLButtonElement>(null);
  useGoTo();
  useEffect(close, [pathname, close]);
  useEffect(measureSoon, [pathname]);
  useEffect(() => loadAhead([...ahead, registerWorker]), []);
  useEffect(continueDeletions, []);
  useEffect(rejectStrayFiles, []);
  useEffect(() => {
    if (site) void loadTranslations(site.language);
  }, [site]);

  function closeByKey({ key }: KeyboardEvent): void {
    if (key !== 'Escape' || !isOpen) return;
    close();
    burger.current?.focus();
  }

  return (
    <AppShell
      header={{ height: { base: 56, sm: 0 } }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="md"
    >
      <a className="skip" href="#main">
        {frame.skip}
      </a>
      <AppShell.Header hiddenFrom="sm" onKeyDown={closeByKey}>
        <Group h="100%" px="md">
          <Burger
            ref={burger}
            opened={isOpen}
            onClick={toggle}
            aria-label={frame.menu}
            aria-expanded={isOpen}
            size="sm"
          />
          <Text className="own-name" dir="auto" fw={600} truncate title={site?.title}>
            {site?.title}
          </Text>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" className="shell-places" data-open={isOpen || undefined} onKeyDown={closeByKey}>
        <Text className="own-name" dir="auto" fw={600} px="sm" py="xs" truncate visibleFrom="sm" title={site?.title}>
          {site?.title}
        </Text>
        <AppShell.Section grow component={ScrollArea}>
          {/* The palette has all: without mail, the screen of subscribers says what to set. */}
          {places
            .filter(({ word }) => word !== 'subscribers' || mail?.configured)
            .map(({ to, word, Icon }) => (
              <NavLink
                key={to}
                component={Link}
                to={to}
                // Also when this screen is open already.
                onClick={close}
                label={frame[word]}
                leftSection={<Icon size={18} aria-hidden />}
                rightSection={word === 'comments' && <PendingCount />}
                active={to === '/' ? pathname === '/' : pathname.startsWith(to)}
              />
            ))}
        </AppShell.Section>
        <ShellFoot />
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        <OfflineNote />
        <Outlet />
      </AppShell.Main>
      <Palette />
      <Live />
      <LeaveUploads />
    </AppShell>
  );
}
