import { NavLink, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { Moon, Sun } from 'lucide-react';

import { useWords } from '../words/words.ts';

/** Switches between light and dark; while nothing is chosen, the app follows the system. */
export function ThemeSwitch() {
  const { frame } = useWords();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  const Icon = isDark ? Sun : Moon;
  return (
    <NavLink
      component="button"
      label={isDark ? frame.switchToLight : frame.switchToDark}
      leftSection={<Icon size={18} aria-hidden />}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    />
  );
}
