import type { TitledComment } from '../../types.ts';

/** The decision of the owner or the service on a comment. */
export type Decision = 'approved' | 'pending' | 'spam';

export function decisionOn({ status, heldBecause }: TitledComment): Decision {
  return heldBecause === 'spam' ? 'spam' : status;
}
