import { FileCode } from 'lucide-react';

import { useTranslations } from '../../translations/translations.ts';
import { ToolButton } from './tool-button.tsx';
import { useLook } from '../live/use-look.ts';

/** Switches between the text as on the site and its Markdown. */
export function LookButton({ tabIndex }: { tabIndex: number }) {
  const { live } = useTranslations();
  const { look, toggle } = useLook();
  return (
    <ToolButton
      name={live.source}
      keys="Ctrl Alt M"
      Icon={FileCode}
      tabIndex={tabIndex}
      aria-pressed={look === 'source'}
      data-active={look === 'source' || undefined}
      onClick={toggle}
    />
  );
}
