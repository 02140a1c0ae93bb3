import { z } from 'zod';

import { ok } from '../schemas.ts';

/** Characters; the size of a picture with a longer address is not kept. */
export const LONGEST_ADDRESS = 4000;
/** CSS pixels; 0 for a picture that does not come, or has no size of its own. */
const length = z.int().min(0).max(99_999);

export const measureInput = z.object({
  pictures: z
    .array(
      z.object({
        address: z
          .string()
          .max(LONGEST_ADDRESS)
          .meta({ examples: ['https://pictures.example/boat.jpg'] }),
        width: length.meta({ examples: [1200] }),
        height: length.meta({ examples: [800] }),
      }),
    )
    .min(1)
    .max(50),
});

export const unmeasuredList = z.object({
  ok,
  pictures: z.array(z.string()).meta({ description: 'Addresses as they stand in the posts; 50 at most.' }),
});
export const measured = z.object({ ok });

export type MeasureInput = z.output<typeof measureInput>;
