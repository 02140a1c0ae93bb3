import { fieldLabels } from '../post-fields.ts';
import { authors } from './authors.ts';
import { audit } from './audit.ts';
import { design } from './design.ts';
import { first } from './first.ts';
import { live } from './live.ts';
import { media } from './media.ts';
import { menu } from './menu.ts';
import { pictures } from './pictures.ts';
import { newsletter } from './newsletter.ts';
import { privacy } from './privacy.ts';
import { publishing } from './publishing.ts';
import { redirects } from './redirects.ts';
import { securityParts } from './security-parts.ts';
import { settingsParts } from './settings-parts.ts';
import { statistics } from './statistics.ts';
import { subscribers } from './subscribers.ts';
import { taxonomy } from './taxonomy.ts';
import { trash } from './trash.ts';
import { webhooks } from './webhooks.ts';

const fields = fieldLabels('en');
const security = { ...first.security, ...securityParts };
const settings = { ...first.settings, ...settingsParts };

/** The English texts, whose type all other languages have. */
export const en = {
  ...first,
  authors,
  audit,
  design,
  fields,
  live,
  media,
  menu,
  pictures,
  newsletter,
  privacy,
  publishing,
  redirects,
  security,
  settings,
  statistics,
  subscribers,
  taxonomy,
  trash,
  webhooks,
};

/** The texts of the app by feature. */
export type Translations = typeof en;
