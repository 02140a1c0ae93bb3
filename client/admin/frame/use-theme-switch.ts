import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { Moon, Sun } from 'lucide-react';

import { useTranslations } from '../translations/translations.ts';

/** The switch between light and dark. Without a choice, the app follows the system. */
export function useThemeSwitch() {
  const { frame } = useTranslations();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  return {
    label: isDark ? frame.switchToLight : frame.switchToDark,
    Icon: isDark ? Sun : Moon,
    toggle: () => setColorScheme(isDark ? 'light' : 'dark'),
  };
}
