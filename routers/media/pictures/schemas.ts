import { z } from 'zod';

import { ok } from '../../base/schemas.ts';

/** Sizes of images with longer URLs are not stored. */
export const MAX_URL_LENGTH = 4000;

function length(name: string, example: number) {
  const description = `${name} in CSS pixels; 0 for an image that does not load or has no size.`;
  return z
    .int()
    .min(0)
    .max(99_999)
    .meta({ description, examples: [example] });
}

export const measureInput = z.object({
  pictures: z
    .array(
      z.object({
        address: z
          .string()
          .max(MAX_URL_LENGTH)
          .meta({ description: 'The URL as posts contain it.', examples: ['https://pictures.example/boat.jpg'] }),
        width: length('Width', 1200),
        height: length('Height', 800),
      }),
    )
    .min(1)
    .max(50)
    .meta({ description: 'Images and their sizes.' }),
});

export const unmeasuredList = z.object({
  ok,
  pictures: z.array(z.string()).meta({
    description: 'URLs as posts contain them; at most 50.',
    examples: [['https://pictures.example/boat.jpg']],
  }),
});
export const measured = z.object({ ok });

export type MeasureInput = z.output<typeof measureInput>;
