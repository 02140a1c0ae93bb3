import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';

import { commentsSearch } from './comments/search.ts';
import { Crash } from './frame/crash.tsx';
import { NotFound } from './frame/not-found.tsx';
import { Shell } from './frame/shell.tsx';
import { mediaSearch } from './media/search.ts';
import { postsSearch } from './posts/search.ts';
import { settingsSearch } from './settings/search.ts';
import { Loading } from './ui/loading.tsx';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound, errorComponent: Crash });
const under = { getParentRoute: () => root } as const;

/** The screens by address, below `/admin`; each is loaded when somebody goes there. */
const screens = [
  createRoute({
    ...under,
    path: '/',
    component: lazyRouteComponent(() => import('./dashboard/dashboard-screen.tsx'), 'DashboardScreen'),
  }),
  createRoute({
    ...under,
    path: '/posts',
    validateSearch: postsSearch,
    component: lazyRouteComponent(() => import('./posts/posts-screen.tsx'), 'PostsScreen'),
  }),
  createRoute({
    ...under,
    path: '/posts/new',
    component: lazyRouteComponent(() => import('./editor/new-post-screen.tsx'), 'NewPostScreen'),
  }),
  createRoute({
    ...under,
    path: '/posts/$id',
    component: lazyRouteComponent(() => import('./editor/editor-screen.tsx'), 'EditorScreen'),
  }),
  createRoute({
    ...under,
    path: '/posts/$id/revisions',
    component: lazyRouteComponent(() => import('./editor/revisions-screen.tsx'), 'RevisionsScreen'),
  }),
  createRoute({
    ...under,
    path: '/comments',
    validateSearch: commentsSearch,
    component: lazyRouteComponent(() => import('./comments/comments-screen.tsx'), 'CommentsScreen'),
  }),
  createRoute({
    ...under,
    path: '/media',
    validateSearch: mediaSearch,
    component: lazyRouteComponent(() => import('./media/media-screen.tsx'), 'MediaScreen'),
  }),
  createRoute({
    ...under,
    path: '/settings',
    validateSearch: settingsSearch,
    component: lazyRouteComponent(() => import('./settings/settings-screen.tsx'), 'SettingsScreen'),
  }),
] as const;

export const router = createRouter({
  routeTree: root.addChildren(screens),
  basepath: '/admin',
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  defaultErrorComponent: Crash,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
