import { Focus } from 'lucide-react';

import { useTranslations } from '../../translations/translations.ts';
import { ToolButton } from './tool-button.tsx';
import { focusMode, toggleFocusMode } from '../live/focus-mode.ts';

/** Dims all but the paragraph with the cursor, or nothing. */
export function FocusButton({ tabIndex }: { tabIndex: number }) {
  const { live } = useTranslations();
  const isOn = focusMode.use() === 'on';
  return (
    <ToolButton
      name={live.focusMode}
      keys="Ctrl Alt F"
      Icon={Focus}
      tabIndex={tabIndex}
      aria-pressed={isOn}
      data-active={isOn || undefined}
      onClick={toggleFocusMode}
    />
  );
}
