import { z } from 'zod';

import { urlInput } from '../../base/field-schemas.ts';
import { cleanString } from '../../base/schemas.ts';

/** What mails to subscribers show and count; docs/interface.md, N20 to N24. */
export const newsletterFields = {
  postalAddress: cleanString(0, 500, { lineFeeds: true, visible: true }).meta({
    description: 'The postal address of the sender, at the foot of mails to subscribers; empty for none.',
    examples: ['Harbour notes\n1 Quay Street\nPorttown'],
  }),
  imprintUrl: urlInput({ max: 2000 }).meta({
    description: 'The URL or path of the imprint, which mails to subscribers link to; empty for none.',
    examples: ['/imprint'],
  }),
  countClicks: z.boolean().meta({
    description:
      'Whether links in mails to subscribers lead through the service, which counts clicks for each link, not for each person.',
    examples: [false],
  }),
};

export const newsletterDefaults = { postalAddress: '', imprintUrl: '', countClicks: false } as const;
