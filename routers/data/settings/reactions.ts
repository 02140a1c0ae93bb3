import { z } from 'zod';

import { cleanString } from '../../base/schemas.ts';

const MAX_REACTIONS = 6;

/** The names of reactions, which clients send, and what is shown for each. */
export const reactions = z
  .record(
    z.string().regex(/^[a-z][\da-z_-]{0,19}$/, {
      error: 'must be 1 to 20 lower-case letters, digits, hyphens and underscores, the first of them a letter',
    }),
    cleanString(1, 20, { visible: true }),
  )
  .refine((named) => Object.keys(named).length <= MAX_REACTIONS, {
    error: `must have at most ${MAX_REACTIONS} entries`,
  });
