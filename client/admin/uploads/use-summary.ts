import { formatMessage } from '../translations/format-message.ts';
import { useLanguage, useTranslations } from '../translations/translations.ts';
import { isRunning, type Upload } from './queue.ts';

/** The steps in which screen readers hear the progress, in per cent. */
const STEP = 25;

/** The progress of uploads: as shown, and as announced, which changes less often. */
export function useSummary(uploads: readonly Upload[]): { seen: string; heard: string } {
  const { uploads: t } = useTranslations();
  const language = useLanguage();
  const running = uploads.filter(isRunning).length;
  const failed = uploads.filter(({ state }) => state === 'failed').length;
  const done = uploads.length - running - failed;
  const parts = uploads.map(({ state, part }) => (state === 'done' ? 1 : part));
  const percent = Math.floor((100 * parts.reduce((sum, part) => sum + part, 0)) / Math.max(1, uploads.length));
  const format = new Intl.NumberFormat(language, { style: 'percent' });

  const failures = failed > 0 ? formatMessage(t.failures, { count: failed }) : '';
  const arrived = done > 0 ? formatMessage(t.uploaded, { count: done }) : '';
  const summaryText = (value: number) =>
    `${formatMessage(t.uploading, { count: running })} · ${format.format(value / 100)}`;
  const say = (...sentences: string[]) => sentences.filter((sentence) => sentence !== '').join(' · ');
  const now = (value: number) => say(running > 0 ? summaryText(value) : '', failures);
  return { seen: now(percent), heard: say(now(Math.floor(percent / STEP) * STEP), arrived) };
}
