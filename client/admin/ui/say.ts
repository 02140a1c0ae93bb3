import { notifications } from '@mantine/notifications';

import { asBlogError } from '../../errors.ts';

/** Says in a corner of the window why something was refused, in the service's own sentence. */
export function sayFailure(error: unknown): void {
  const { message } = asBlogError(error);
  notifications.show({ id: message, message, color: 'red', autoClose: 10_000 });
}

/** Says in a corner of the window what was done. */
export function sayDone(message: string): void {
  notifications.show({ message, color: 'green' });
}
