import { notifications } from '@mantine/notifications';

import { currentTranslations } from '../translations/translations.ts';
import { errorSentence } from '../errors/translate-error.ts';

/** Shows a notification about an error. */
export function notifyFailure(error: unknown): void {
  notifyProblem(errorSentence(error));
}

/** Shows a notification about a problem that no action of the user caused. */
export function notifyProblem(message: string): void {
  notifications.show({ id: message, message, color: 'red', autoClose: 10_000, ...closable() });
}

/** Shows a notification about a completed action, announced politely to screen readers. */
export function notifyDone(message: string): void {
  notifications.show({ message, color: 'green', role: 'status', ...closable() });
}

function closable() {
  return { closeButtonProps: { 'aria-label': currentTranslations().common.close } };
}
