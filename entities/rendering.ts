import { defineEntity, p } from '@mikro-orm/core';

import { Post } from './post.ts';

/** What the text of a post became for its readers, so that it is rendered once. A protected post has none. */
export const Rendering = defineEntity({
  name: 'Rendering',
  tableName: 'renderings',
  properties: {
    post: () => p.oneToOne(Post).owner().deleteRule('cascade').updateRule('no action').primary(),
    /** SHA-256 of everything that it was made from: text, site address and release. */
    madeFrom: p.text(),
    html: p.text(),
    /** The table of contents, a JSON array. */
    toc: p.text(),
    words: p.integer(),
    /** 1 when the text is too complex to render, and `html` shows it as plain text. */
    tooComplex: p.integer().default(0),
  },
  indexes: [{ name: 'complex_renderings', properties: ['post'], where: 'too_complex = 1' }],
});
