import type { Translations } from '../en/en.ts';
import { fieldLabels } from '../post-fields.ts';
import { authors } from './authors.ts';
import { audit } from './audit.ts';
import { comments } from './comments.ts';
import { common } from './common.ts';
import { dashboard } from './dashboard.ts';
import { design } from './design.ts';
import { editor } from './editor.ts';
import { frame } from './frame.ts';
import { live } from './live.ts';
import { media } from './media.ts';
import { menu } from './menu.ts';
import { newsletter } from './newsletter.ts';
import { posts } from './posts.ts';
import { pictures } from './pictures.ts';
import { privacy } from './privacy.ts';
import { security } from './security.ts';
import { publishing } from './publishing.ts';
import { redirects } from './redirects.ts';
import { session } from './session.ts';
import { settings } from './settings.ts';
import { statistics } from './statistics.ts';
import { subscribers } from './subscribers.ts';
import { taxonomy } from './taxonomy.ts';
import { trash } from './trash.ts';
import { uploads } from './uploads.ts';
import { webhooks } from './webhooks.ts';

const fields = fieldLabels('ar');

export const ar: Translations = {
  authors,
  audit,
  comments,
  common,
  dashboard,
  design,
  editor,
  fields,
  frame,
  live,
  media,
  menu,
  newsletter,
  posts,
  pictures,
  privacy,
  security,
  publishing,
  redirects,
  session,
  settings,
  statistics,
  subscribers,
  taxonomy,
  trash,
  uploads,
  webhooks,
};
