import { notifications } from '@mantine/notifications';

import { sentenceOf } from './translate-error.ts';

/** Says in a corner of the window why something was refused. */
export function notifyFailure(error: unknown): void {
  const message = sentenceOf(error);
  notifications.show({ id: message, message, color: 'red', autoClose: 10_000 });
}

/** Says in a corner of the window what was done: to whoever hears it, when nothing else is being said. */
export function notifyDone(message: string): void {
  notifications.show({ message, color: 'green', role: 'status' });
}
