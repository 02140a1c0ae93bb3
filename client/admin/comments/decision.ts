import type { TitledComment } from '../../types.ts';

/** What the owner or the service has decided on a comment. */
export type Decision = 'approved' | 'pending' | 'spam';

export function decisionOn({ status, heldBecause }: TitledComment): Decision {
  return heldBecause === 'spam' ? 'spam' : status;
}
