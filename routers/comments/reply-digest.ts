import { withoutIgnorable } from '../../shared/invisible.ts';
import { sha256 } from '../base/secrets.ts';

/**
 * The digest of a reply of the owner: the owner may send two comments the same reply, but not one comment twice. It
 * also tells which comment of the deepest level it replies to, because both have the same parent.
 */
export function replyDigest(targetId: string, content: string): string {
  return sha256(`owner\u0000${targetId}\u0000${withoutIgnorable(content)}`);
}
