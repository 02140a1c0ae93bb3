import type { BlogOutputs } from '../../../index.ts';

/** An author of the list. */
export type CountedAuthor = BlogOutputs['authors']['all']['authors'][number];
