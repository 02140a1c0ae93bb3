import { Empty } from '../ui/empty.tsx';
import { useTranslations } from '../translations/translations.ts';

/** Shown for a URL without a screen. */
export function NotFound() {
  return <Empty>{useTranslations().frame.notFound}</Empty>;
}
