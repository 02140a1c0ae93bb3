import { notifications } from '@mantine/notifications';

import { sentenceOf } from './translate-error.ts';

/** Shows a notification about an error. */
export function notifyFailure(error: unknown): void {
  const message = sentenceOf(error);
  notifications.show({ id: message, message, color: 'red', autoClose: 10_000 });
}

/** Shows a notification about a completed action, announced politely to screen readers. */
export function notifyDone(message: string): void {
  notifications.show({ message, color: 'green', role: 'status' });
}
