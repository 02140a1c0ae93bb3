import { NavLink } from '@mantine/core';

import { useThemeSwitch } from './use-theme-switch.ts';

/** Switches between light and dark. */
export function ThemeSwitch() {
  const { label, Icon, toggle } = useThemeSwitch();
  return <NavLink component="button" label={label} leftSection={<Icon size={18} aria-hidden />} onClick={toggle} />;
}
