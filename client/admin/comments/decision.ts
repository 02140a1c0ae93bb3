import type { TitledComment } from '../../api/types.ts';

/** The decision of the owner or the service on a comment. */
export type Decision = 'approved' | 'pending' | 'spam';

/** The decision on a comment; an approved one may still have the reason why it was held. */
export function decisionOn({ status, heldBecause }: TitledComment): Decision {
  return status === 'pending' && heldBecause === 'spam' ? 'spam' : status;
}
