import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';

import { authorsSearch } from '../taxonomy/authors/search.ts';
import { commentsSearch } from '../comments/search.ts';
import { Crash } from './crash.tsx';
import { NotFound } from './not-found.tsx';
import { screens } from './screens.ts';
import { Shell } from './shell.tsx';
import { mediaSearch } from '../media/search.ts';
import { postsSearch } from '../posts/search.ts';
import { redirectsSearch } from '../redirects/search.ts';
import { settingsSearch } from '../settings/search.ts';
import { statisticsSearch } from '../statistics/search.ts';
import { subscribersSearch } from '../subscribers/search.ts';
import { taxonomySearch } from '../taxonomy/search.ts';
import { Loading } from '../ui/loading.tsx';
import { basePath } from '../place.ts';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound, errorComponent: Crash });
const under = { getParentRoute: () => root } as const;

/** The screens by URL below `/admin`, each loaded on demand. */
const routes = [
  createRoute({
    ...under,
    path: '/',
    component: screens.dashboard,
  }),
  createRoute({
    ...under,
    path: '/posts',
    validateSearch: postsSearch,
    component: screens.posts,
  }),
  createRoute({
    ...under,
    path: '/posts/new',
    component: screens.editor,
  }),
  createRoute({
    ...under,
    path: '/posts/$id',
    component: screens.editor,
  }),
  createRoute({
    ...under,
    path: '/posts/$id/revisions',
    component: screens.revisions,
  }),
  createRoute({
    ...under,
    path: '/pages',
    component: screens.pages,
  }),
  createRoute({
    ...under,
    path: '/pages/new',
    component: screens.editor,
  }),
  createRoute({
    ...under,
    path: '/comments',
    validateSearch: commentsSearch,
    component: screens.comments,
  }),
  createRoute({
    ...under,
    path: '/media',
    validateSearch: mediaSearch,
    component: screens.media,
  }),
  createRoute({
    ...under,
    path: '/tags',
    validateSearch: taxonomySearch,
    component: screens.tags,
  }),
  createRoute({
    ...under,
    path: '/authors',
    validateSearch: authorsSearch,
    component: screens.authors,
  }),
  createRoute({
    ...under,
    path: '/subscribers',
    validateSearch: subscribersSearch,
    component: screens.subscribers,
  }),
  createRoute({
    ...under,
    path: '/redirects',
    validateSearch: redirectsSearch,
    component: screens.redirects,
  }),
  createRoute({
    ...under,
    path: '/statistics',
    validateSearch: statisticsSearch,
    component: screens.statistics,
  }),
  createRoute({
    ...under,
    path: '/trash',
    component: screens.trash,
  }),
  createRoute({
    ...under,
    path: '/audit',
    component: screens.audit,
  }),
  createRoute({
    ...under,
    path: '/settings',
    validateSearch: settingsSearch,
    component: screens.settings,
  }),
] as const;

export const router = createRouter({
  routeTree: root.addChildren(routes),
  basepath: `${basePath}/admin`,
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
