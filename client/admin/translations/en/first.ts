import { fieldLabels } from '../post-fields.ts';
import { comments } from './comments.ts';
import { common } from './common.ts';
import { dashboard } from './dashboard.ts';
import { editor } from './editor.ts';
import { frame } from './frame.ts';
import { live } from './live.ts';
import { posts } from './posts.ts';
import { security } from './security.ts';
import { session } from './session.ts';
import { settings } from './settings.ts';
import { uploads } from './uploads.ts';

const fields = fieldLabels('en');

/** The English texts that are part of the app. Those of single screens are loaded with the screens. */
export const first = {
  comments,
  common,
  dashboard,
  editor,
  fields,
  frame,
  live,
  posts,
  security,
  session,
  settings,
  uploads,
};
