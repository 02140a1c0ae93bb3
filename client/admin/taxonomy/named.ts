import type { BlogOutputs } from '../../index.ts';

/** A tag or category of the list. */
export type Named = BlogOutputs['taxonomy']['list']['names'][number];
