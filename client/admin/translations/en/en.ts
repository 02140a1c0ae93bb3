import { design } from './design.ts';
import { first } from './first.ts';
import { media } from './media.ts';
import { menu } from './menu.ts';
import { privacy } from './privacy.ts';
import { redirects } from './redirects.ts';
import { subscribers } from './subscribers.ts';
import { taxonomy } from './taxonomy.ts';
import { webhooks } from './webhooks.ts';

/** The English texts, whose type all other languages have. */
export const en = { ...first, design, media, menu, privacy, redirects, subscribers, taxonomy, webhooks };

/** The texts of the app by feature. */
export type Translations = typeof en;
