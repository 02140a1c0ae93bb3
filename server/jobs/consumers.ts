import { z } from 'zod';

import type { Services } from '../../routers/context.ts';
import { tellOfPublication } from '../../routers/posts/publication.ts';
import type { Consumer } from './runner.ts';

const publication = z.object({ key: z.int() });

/** What does the jobs of each kind. */
export function consumersOf({ em, clock }: Pick<Services, 'em' | 'clock'>): Record<string, Consumer> {
  return {
    publish: ({ data }) => tellOfPublication(em.fork(), clock, publication.parse(data).key),
  };
}
