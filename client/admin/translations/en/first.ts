import { comments } from './comments.ts';
import { common } from './common.ts';
import { dashboard } from './dashboard.ts';
import { editor } from './editor.ts';
import { frame } from './frame.ts';
import { posts } from './posts.ts';
import { security } from './security.ts';
import { session } from './session.ts';
import { settings } from './settings.ts';
import { uploads } from './uploads.ts';

/** The English texts that are part of the app. Those of single screens are loaded with the screens. */
export const first = {
  comments,
  common,
  dashboard,
  editor,
  frame,
  posts,
  security,
  session,
  settings,
  uploads,
};
