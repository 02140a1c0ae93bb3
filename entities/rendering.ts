import { defineEntity, p } from '@mikro-orm/core';

import { Post } from './post.ts';

/** The rendered HTML of a post. A protected post has none. */
export const Rendering = defineEntity({
  name: 'Rendering',
  tableName: 'renderings',
  properties: {
    post: () => p.oneToOne(Post).owner().deleteRule('cascade').updateRule('no action').primary(),
    /** SHA-256 of its inputs: text, site URL and version. */
    madeFrom: p.text(),
    html: p.text(),
    /** The table of contents, a JSON array. */
    toc: p.text(),
    words: p.integer(),
    /** 1 if the text is too complex to render, and `html` contains it as plain text. */
    tooComplex: p.integer().default(0),
  },
  indexes: [{ name: 'complex_renderings', properties: ['post'], where: 'too_complex = 1' }],
});
