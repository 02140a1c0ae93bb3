import { Empty } from '../ui/empty.tsx';
import { useTranslations } from '../translations/translations.ts';

/** An address that has no screen. */
export function NotFound() {
  return <Empty>{useTranslations().frame.notFound}</Empty>;
}
