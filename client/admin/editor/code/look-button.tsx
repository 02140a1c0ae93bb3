import { FileCode } from 'lucide-react';

import { useTranslations } from '../../translations/translations.ts';
import { ToolButton } from './tool-button.tsx';
import { lookChoice, toggleLook } from '../live/look-choice.ts';

/** Switches between the text as on the site and its Markdown. */
export function LookButton({ tabIndex }: { tabIndex: number }) {
  const { live } = useTranslations();
  const look = lookChoice.use();
  return (
    <ToolButton
      name={live.source}
      keys="Ctrl Alt M"
      Icon={FileCode}
      tabIndex={tabIndex}
      aria-pressed={look === 'source'}
      data-active={look === 'source' || undefined}
      onClick={toggleLook}
    />
  );
}
