import { client } from '../../api/api.ts';
import { asBlogError } from '../../errors/as-blog-error.ts';

/**
 * A mutation as the importers call it: it fails with a BlogError. Its types are those of the call for which it stands.
 *
 * @param path such as `transfer.import`
 */
export function procedureCall(path: string): (input: unknown) => Promise<never> {
  return (input) =>
    client.mutation(path, input).catch((error: unknown) => {
      throw asBlogError(error);
    }) as Promise<never>;
}
