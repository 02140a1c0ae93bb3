import { loadScreenTexts } from '../translations/translations.ts';
import { screenFile } from './screen-file.tsx';

/** The screens, each in a chunk of its own. */
export const screens = {
  dashboard: screenFile(() => import('../dashboard/dashboard-screen.tsx'), 'DashboardScreen'),
  posts: screenFile(
    withTexts(() => import('../posts/posts-screen.tsx')),
    'PostsScreen',
  ),
  pages: screenFile(
    withTexts(() => import('../posts/pages-screen.tsx')),
    'PagesScreen',
  ),
  editor: screenFile(
    withTexts(() => import('../editor/editor-screen.tsx')),
    'EditorScreen',
  ),
  revisions: screenFile(
    withTexts(() => import('../editor/revisions-screen.tsx')),
    'RevisionsScreen',
  ),
  comments: screenFile(
    withTexts(() => loadDrafts().then(() => import('../comments/comments-screen.tsx'))),
    'CommentsScreen',
  ),
  media: screenFile(
    withTexts(() => import('../media/media-screen.tsx')),
    'MediaScreen',
  ),
  tags: screenFile(
    withTexts(() => import('../taxonomy/taxonomy-screen.tsx')),
    'TaxonomyScreen',
  ),
  authors: screenFile(
    withTexts(() => import('../taxonomy/authors/authors-screen.tsx')),
    'AuthorsScreen',
  ),
  subscribers: screenFile(
    withTexts(() => import('../subscribers/subscribers-screen.tsx')),
    'SubscribersScreen',
  ),
  redirects: screenFile(
    withTexts(() => import('../redirects/redirects-screen.tsx')),
    'RedirectsScreen',
  ),
  statistics: screenFile(
    withTexts(() => import('../statistics/statistics-screen.tsx')),
    'StatisticsScreen',
  ),
  trash: screenFile(
    withTexts(() => import('../posts/trash-screen.tsx')),
    'TrashScreen',
  ),
  audit: screenFile(
    withTexts(() => import('../settings/audit-screen.tsx')),
    'AuditScreen',
  ),
  settings: screenFile(
    withTexts(() => import('../settings/settings-screen.tsx')),
    'SettingsScreen',
  ),
};

const { dashboard, posts, pages, comments, media, tags, authors, subscribers, redirects, statistics, trash, settings } =
  screens;

/** The screens to load ahead: all but the editor, which is as large as the others together. */
export const ahead = [
  posts,
  comments,
  pages,
  dashboard,
  media,
  settings,
  tags,
  authors,
  subscribers,
  redirects,
  statistics,
  trash,
].map(({ preload }) => preload);

/** Drafts are loaded first, so that a form has its text when it opens. */
async function loadDrafts(): Promise<void> {
  const begun = await import('../comments/drafts.ts');
  await begun.loadDrafts();
}

/** With the texts that are no part of the app. */
function withTexts<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => {
    const [file] = await Promise.all([load(), loadScreenTexts()]);
    return file;
  };
}
