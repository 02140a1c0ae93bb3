import { useLocation, useNavigate } from '@tanstack/react-router';
import { ExternalLink, FilePlus, Keyboard, LogOut, PenLine, Settings } from 'lucide-react';
import type { ComponentType } from 'react';

import { basePath, hasOnlyThreads } from '../place.ts';
import { isPartShown, settingsParts } from '../settings/search.ts';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { places } from '../ui/places.tsx';
import { useSignOut } from './use-sign-out.ts';
import { useThemeSwitch } from './use-theme-switch.ts';

type Command = ReturnType<typeof command>;

/**
 * All commands of the palette, in the language of the app.
 *
 * @param askToEndAll asks for confirmation before all sessions end
 */
export function useCommands(askToEndAll: () => void): Command[] {
  const { frame, comments, session, settings } = useTranslations();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const theme = useThemeSwitch();
  const signOut = useSignOut();
  const partOf = (part: (typeof settingsParts)[number]) => `${frame.settings} › ${settings.parts[part]}`;

  return [
    ...(hasOnlyThreads
      ? []
      : [
          command('new-post', frame.newPost, PenLine, () => void navigate({ to: '/posts/new' }), 'n'),
          command('new-page', frame.newPage, FilePlus, () => void navigate({ to: '/pages/new' })),
        ]),
    ...places.map(({ to, word, key, Icon }) =>
      command(to, formatMessage(frame.goTo, { place: frame[word] }), Icon, () => void navigate({ to }), `g ${key}`),
    ),
    ...settingsParts
      .filter(isPartShown)
      .map((part) =>
        command(`settings ${part}`, partOf(part), Settings, () => void navigate({ to: '/settings', search: { part } })),
      ),
    // The moderation queue handles these keys itself.
    ...(pathname === '/comments' ? [command('keys', comments.keys, Keyboard, () => press('?'), '?')] : []),
    command('theme', theme.label, theme.Icon, theme.toggle),
    command('site', frame.viewSite, ExternalLink, () => void window.open(`${basePath}/`, '_blank', 'noopener')),
    command('sign-out', session.signOut, LogOut, signOut),
    command('sign-out-everywhere', settings.endAll, LogOut, askToEndAll),
  ];
}

function command(id: string, label: string, Icon: ComponentType<{ size: number }>, run: () => void, keys?: string) {
  return { id, label, description: keys, leftSection: <Icon size={18} aria-hidden />, onClick: run };
}

function press(key: string): void {
  window.dispatchEvent(new KeyboardEvent('keydown', { key }));
}
