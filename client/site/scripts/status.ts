import { RequestError } from './ask.ts';
import { translations } from './translations.ts';

const running = new WeakMap<HTMLElement, () => void>();

/** Sets the text of a status line. */
export function tell(status: HTMLElement, text: string, isProblem = false): void {
  running.get(status)?.();
  status.removeAttribute('aria-live');
  status.classList.toggle('problem', isProblem);
  status.textContent = text;
}

/**
 * Shows the message of a failed request, with a countdown if there is a delay.
 *
 * @param unreachable the message key without a response
 * @throws errors other than RequestError
 */
export async function tellRefusal(
  status: HTMLElement,
  error: unknown,
  unreachable = 'error.UNREACHABLE',
): Promise<void> {
  if (!(error instanceof RequestError)) throw error;
  const { t, has, language } = await translations(status);
  const key = error.code === 'UNREACHABLE' ? unreachable : `error.${error.code}`;
  // For codes without a translation, the English message is more precise.
  const unusual = language === 'en' ? error.message : t('error.other');
  const sentence = (count: number) => (has(key) ? t(key, { count, origin: location.origin }) : unusual);
  tell(status, sentence(error.retryAfter ?? 1), true);
  if (error.code === 'RATE_LIMITED' && error.retryAfter !== undefined) countDown(status, error.retryAfter, sentence);
}

/** Counts down in a status line until it is cleared. Screen readers announce only the first number. */
function countDown(status: HTMLElement, seconds: number, sentence: (count: number) => string): void {
  const end = Date.now() + seconds * 1000;
  const timer = setInterval(() => {
    const left = Math.ceil((end - Date.now()) / 1000);
    if (left <= 0) return tell(status, '');
    status.setAttribute('aria-live', 'off');
    status.textContent = sentence(left);
  }, 1000);
  running.set(status, () => {
    clearInterval(timer);
    running.delete(status);
  });
}
