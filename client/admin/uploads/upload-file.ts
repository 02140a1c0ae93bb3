import { BlogError } from '../../errors.ts';
import { client } from '../api/api.ts';
import { asBlogError } from '../api/as-blog-error.ts';
import { session } from '../session/session.ts';
import { sendFile, type SendOptions, type Stored } from './send-file.ts';

/** The code of a file that the browser cannot read. */
export const UNREADABLE = 'FILE_UNREADABLE';

/**
 * Uploads a file. When the session has ended, this waits for the next sign-in.
 *
 * @throws BlogError, with the code UNREADABLE for a file that is gone; the reason of the signal
 */
export async function uploadFile(file: File, options: SendOptions): Promise<Stored> {
  for (;;) {
    const used = session.token();
    try {
      return await sendFile(file, options);
    } catch (error) {
      options.signal.throwIfAborted();
      const failure = asBlogError(error);
      if (failure.code === 'PASSWORD_CHANGE_REQUIRED') session.mustChange();
      if (failure.code === 'NETWORK_ERROR' && !(await isReadable(file))) throw unreadable(failure);
      options.progress(0);
      if (!(await mayTryAgain(failure, used))) throw failure;
      options.signal.throwIfAborted();
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
function isReadable(file: File): Promise<boolean> {
  const first = file.slice(0, 1).arrayBuffer();
  return first.then(
    () => true,
    () => false,
  );
}

function unreadable(cause: unknown): BlogError {
  return new BlogError(UNREADABLE, 'The browser cannot read this file.', { status: 0, cause });
}
