import { screenFile } from './screen-file.tsx';

const editor = screenFile(() => import('../editor/editor-screen.tsx'), 'EditorScreen');

/** The screens, each in a file of its own. */
export const screens = {
  dashboard: screenFile(() => import('../dashboard/dashboard-screen.tsx'), 'DashboardScreen'),
  posts: screenFile(() => import('../posts/posts-screen.tsx'), 'PostsScreen'),
  // The first save leads to the editor's own screen, and the service may be away by then.
  newPost: screenFile(() => editor.preload().then(() => import('../editor/new-post-screen.tsx')), 'NewPostScreen'),
  editor,
  revisions: screenFile(() => import('../editor/revisions-screen.tsx'), 'RevisionsScreen'),
  comments: screenFile(() => loadDrafts().then(() => import('../comments/comments-screen.tsx')), 'CommentsScreen'),
  media: screenFile(() => import('../media/media-screen.tsx'), 'MediaScreen'),
  settings: screenFile(() => import('../settings/settings-screen.tsx'), 'SettingsScreen'),
};

const { dashboard, posts, comments, media, settings } = screens;

/** Those that are loaded ahead: all but the editor, which is as large as all others together. */
export const ahead = [posts, comments, dashboard, media, settings].map(({ preload }) => preload);

/** The texts that were begun come first, so that a form has its text when it opens. */
async function loadDrafts(): Promise<void> {
  const begun = await import('../comments/drafts.ts');
  await begun.loadDrafts();
}
