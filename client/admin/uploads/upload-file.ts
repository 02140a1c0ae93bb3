import { BlogError } from '../../api/errors.ts';
import { client } from '../api/api.ts';
import { asBlogError } from '../errors/as-blog-error.ts';
import { session } from '../session/session.ts';
import { sendFile, type Sending, type SendOptions, type Stored } from './send-file.ts';

/** The code of a file that the browser cannot read. */
export const UNREADABLE = 'FILE_UNREADABLE';

/**
 * Uploads a file. When the session has ended, this waits for the next sign-in.
 *
 * @throws BlogError, with the code UNREADABLE for a file that is gone; the reason of the signal
 */
export function uploadFile(file: File, options: SendOptions): Promise<Stored> {
  return sendAcrossSignIns(file, options, () => sendFile(file, options));
}

/**
 * Sends a file. When the session has ended, this waits for the next sign-in, and sends it again.
 *
 * @throws like `uploadFile`
 */
export async function sendAcrossSignIns<T>(
  file: Blob,
  { signal, progress }: Sending,
  send: () => Promise<T>,
): Promise<T> {
  for (;;) {
    const used = session.token();
    try {
      return await send();
    } catch (error) {
      signal.throwIfAborted();
      const failure = asBlogError(error);
      if (failure.code === 'PASSWORD_CHANGE_REQUIRED') session.mustChange();
      if (failure.code === 'NETWORK_ERROR' && !(await isReadable(file))) throw unreadable(failure);
      progress(0);
      if (!(await mayTryAgain(failure, used))) throw failure;
      signal.throwIfAborted();
    }
  }
}

/** Whether the session had ended and there is a new one. */
async function mayTryAgain({ code }: BlogError, used: string | null): Promise<boolean> {
  if (code === 'UNAUTHORIZED') return session.renewed(used);
  if (code !== 'NETWORK_ERROR') return false;
  // The service closes the connection of a body that it refuses, which some browsers report as a broken network. This
  // call waits for the sign-in.
  const isThere = await client.query('admin.session').then(
    () => true,
    () => false,
  );
  return isThere && session.token() !== used;
}

/** A folder, and a file that was moved or changed after it was chosen, cannot be read. */
function isReadable(file: Blob): Promise<boolean> {
  const first = file.slice(0, 1).arrayBuffer();
  return first.then(
    () => true,
    () => false,
  );
}

function unreadable(cause: unknown): BlogError {
  return new BlogError(UNREADABLE, 'The browser cannot read this file.', { status: 0, cause });
}
