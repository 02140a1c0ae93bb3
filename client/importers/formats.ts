import { artalk } from './artalk/artalk.ts';
import { commento } from './commento/commento.ts';
import { disqus } from './disqus/disqus.ts';
import { ghost } from './ghost/ghost.ts';
import { giscus, utterances } from './github/github.ts';
import type { Importer } from './importer.ts';
import { jsonLines } from './jsonl/json-lines.ts';
import { remark42 } from './remark42/remark42.ts';
import { twikoo } from './twikoo/twikoo.ts';
import { waline } from './waline/waline.ts';
import { wordpress } from './wordpress/wxr.ts';

/** The formats that are one file. Folders of Markdown files have an importer of their own. */
export const formats: readonly Importer[] = [
  wordpress,
  // The exports of both begin with the same words.
  giscus,
  ghost,
  jsonLines,
  disqus,
  remark42,
  commento,
  waline,
  artalk,
  twikoo,
  utterances,
];
