import { screenFile } from './screen-file.tsx';

const editor = screenFile(() => import('../editor/editor-screen.tsx'), 'EditorScreen');

/** The screens, each in a chunk of its own. */
export const screens = {
  dashboard: screenFile(() => import('../dashboard/dashboard-screen.tsx'), 'DashboardScreen'),
  posts: screenFile(() => import('../posts/posts-screen.tsx'), 'PostsScreen'),
  // The first save opens the screen of the editor, when the service may be unreachable.
  newPost: screenFile(() => editor.preload().then(() => import('../editor/new-post-screen.tsx')), 'NewPostScreen'),
  newPage: screenFile(() => editor.preload().then(() => import('../editor/new-post-screen.tsx')), 'NewPageScreen'),
  pages: screenFile(() => import('../pages/pages-screen.tsx'), 'PagesScreen'),
  editor,
  revisions: screenFile(() => import('../editor/revisions-screen.tsx'), 'RevisionsScreen'),
  comments: screenFile(() => loadDrafts().then(() => import('../comments/comments-screen.tsx')), 'CommentsScreen'),
  media: screenFile(() => import('../media/media-screen.tsx'), 'MediaScreen'),
  subscribers: screenFile(() => import('../subscribers/subscribers-screen.tsx'), 'SubscribersScreen'),
  settings: screenFile(() => import('../settings/settings-screen.tsx'), 'SettingsScreen'),
};

const { dashboard, posts, pages, comments, media, subscribers, settings } = screens;

/** The screens to load ahead: all but the editor, which is as large as the others together. */
export const ahead = [posts, comments, pages, dashboard, media, settings, subscribers].map(({ preload }) => preload);

/** Drafts are loaded first, so that a form has its text when it opens. */
async function loadDrafts(): Promise<void> {
  const begun = await import('../comments/drafts.ts');
  await begun.loadDrafts();
}
