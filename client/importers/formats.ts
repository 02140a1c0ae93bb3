import { commento } from './commento/commento.ts';
import { disqus } from './disqus/disqus.ts';
import { ghost } from './ghost/ghost.ts';
import type { Importer } from './importer.ts';
import { jsonLines } from './jsonl/json-lines.ts';
import { remark42 } from './remark42/remark42.ts';
import { wordpress } from './wordpress/wxr.ts';

/** The formats that are one file. Folders of Markdown files have an importer of their own. */
export const formats: readonly Importer[] = [wordpress, ghost, jsonLines, disqus, remark42, commento];
