import type { Words } from '../en/en.ts';
import { comments } from './comments.ts';
import { common } from './common.ts';
import { dashboard } from './dashboard.ts';
import { editor } from './editor.ts';
import { frame } from './frame.ts';
import { media } from './media.ts';
import { posts } from './posts.ts';
import { session } from './session.ts';
import { settings } from './settings.ts';

export const fr: Words = { comments, common, dashboard, editor, frame, media, posts, session, settings };
