import { LinkTo } from '../ui/link-to.tsx';
import { Screen } from '../ui/screen.tsx';
import { useTranslations } from '../translations/translations.ts';

/** Shown for a URL without a screen. */
export function NotFound() {
  const { frame } = useTranslations();
  return (
    <Screen title={frame.notFound}>
      <div>
        <LinkTo to="/">{frame.dashboard}</LinkTo>
      </div>
    </Screen>
  );
}
