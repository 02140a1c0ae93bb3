import { z } from 'zod';

import { fontChoices } from '../../../shared/site-fonts.ts';
import { urlInput } from '../../base/field-schemas.ts';
import { cleanString } from '../../base/schemas.ts';
import { link } from './navigation.ts';

const MAX_LINKS = 10;

const image = urlInput({ max: 2000 });

/** An uploaded image, of which all sizes can be made. */
const icon = z
  .string()
  .trim()
  .max(200)
  .regex(/^(?:\/media\/\d{4}\/\d{2}\/[a-z0-9-]+\.(?:png|jpg|webp|gif|avif))?$/, {
    error: 'must be an uploaded PNG, JPEG, WebP, GIF or AVIF image, such as /media/2026/03/icon-1a2b3c4d.png',
  })
  .meta({ override: { type: 'string', maxLength: 200 } });

/** A colour, or "" for the usual one. */
export const colorInput = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^(?:#[0-9a-f]{6})?$/, { error: 'must be a colour such as #2f5d50' })
  .meta({ override: { type: 'string', maxLength: 7 } });

const font = z.enum(fontChoices);

/** Links to profiles of a person. */
export const profileLinks = z
  .array(link)
  .max(MAX_LINKS)
  .meta({
    override: {
      type: 'array',
      maxItems: MAX_LINKS,
      items: {
        type: 'object',
        required: ['label', 'url'],
        properties: {
          label: { type: 'string', minLength: 1, maxLength: 60, description: 'The text.', examples: ['Mastodon'] },
          url: {
            type: 'string',
            minLength: 1,
            maxLength: 2000,
            description: 'The address.',
            examples: ['https://social.example/@ada'],
          },
        },
      },
    },
  });

/** The appearance of the site; docs/interface.md, S5 to S11. */
export const identityFields = {
  homeLayout: z.enum(['list', 'cards', 'magazine']).meta({
    description:
      'How the home page shows posts: as a list, as cards with their covers, or as a magazine, whose first post is large.',
  }),
  accentColor: colorInput.meta({
    description: 'The colour of links and buttons; empty for the usual one.',
    examples: ['#2f5d50'],
  }),
  bodyFont: font.meta({ description: "The font of texts; system for one of the reader's device." }),
  headingFont: font.meta({ description: 'The font of headings; system for the font of texts.' }),
  logo: image.meta({
    description: 'The URL or path of an image that stands for the title at the top of pages; empty for none.',
    examples: ['/media/2026/03/logo-1a2b3c4d.png'],
  }),
  icon: icon.meta({
    description: 'The path of an uploaded image for tabs, home screens and bookmarks; empty for the usual one.',
    examples: ['/media/2026/03/icon-1a2b3c4d.png'],
  }),
  authorPicture: image.meta({
    description: 'The URL or path of a picture of the author; empty for none.',
    examples: ['/media/2026/03/ada-1a2b3c4d.jpg'],
  }),
  authorLinks: profileLinks.meta({
    description: 'At most 10 links to profiles of the author, which the site shows with rel=me.',
    examples: [[{ label: 'Mastodon', url: 'https://social.example/@ada' }]],
  }),
  footerText: cleanString(0, 500, { lineFeeds: true, visible: true }).meta({
    description: 'Text at the foot of every page.',
    examples: ['© 2026 Ada'],
  }),
};

export const identityDefaults = {
  homeLayout: 'list',
  accentColor: '',
  bodyFont: 'system',
  headingFont: 'system',
  logo: '',
  icon: '',
  authorPicture: '',
  footerText: '',
  customCss: '',
} as const;
