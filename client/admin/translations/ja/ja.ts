import type { Translations } from '../en/en.ts';
import { fieldLabels } from '../post-fields.ts';
import { comments } from './comments.ts';
import { common } from './common.ts';
import { dashboard } from './dashboard.ts';
import { design } from './design.ts';
import { editor } from './editor.ts';
import { frame } from './frame.ts';
import { live } from './live.ts';
import { media } from './media.ts';
import { menu } from './menu.ts';
import { posts } from './posts.ts';
import { privacy } from './privacy.ts';
import { security } from './security.ts';
import { publishing } from './publishing.ts';
import { redirects } from './redirects.ts';
import { session } from './session.ts';
import { settings } from './settings.ts';
import { subscribers } from './subscribers.ts';
import { taxonomy } from './taxonomy.ts';
import { uploads } from './uploads.ts';
import { webhooks } from './webhooks.ts';

const fields = fieldLabels('ja');

export const ja: Translations = {
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
  posts,
  privacy,
  security,
  publishing,
  redirects,
  session,
  settings,
  subscribers,
  taxonomy,
  uploads,
  webhooks,
};
