import { auditRouter } from './admin/audit/router.ts';
import { adminRouter } from './admin/router.ts';
import { authorsRouter } from './taxonomy/authors/router.ts';
import { changesRouter } from './changes/router.ts';
import { commentsRouter } from './comments/router.ts';
import { eventsRouter } from './events/router.ts';
import { jobsRouter } from './jobs/router.ts';
import { spamRouter } from './comments/spam/router.ts';
import { keysRouter } from './keys/router.ts';
import { mailingsRouter } from './mailings/router.ts';
import { mediaRouter } from './media/router.ts';
import { pagesRouter } from './pages/router.ts';
import { passkeysRouter } from './admin/passkeys/router.ts';
import { picturesRouter } from './media/pictures/router.ts';
import { postsRouter } from './posts/router.ts';
import { previewRouter } from './preview/router.ts';
import { privacyRouter } from './privacy/router.ts';
import { redirectsRouter } from './redirects/router.ts';
import { reportsRouter } from './reports/router.ts';
import { revisionsRouter } from './revisions/router.ts';
import { searchRouter } from './search/router.ts';
import { totpRouter } from './admin/second-factor-router.ts';
import { settingsRouter } from './settings/router.ts';
import { statsRouter } from './stats/router.ts';
import { subscribersRouter } from './subscribers/router.ts';
import { taxonomyRouter } from './taxonomy/router.ts';
import { threadsRouter } from './comments/threads/router.ts';
import { transferRouter } from './transfer/router.ts';
import { router } from './core/procedures.ts';
import { trashRouter } from './posts/trash/router.ts';
import { webhooksRouter } from './webhooks/router.ts';
import { workingCopiesRouter } from './working-copies/router.ts';

export const appRouter = router({
  admin: adminRouter,
  audit: auditRouter,
  authors: authorsRouter,
  changes: changesRouter,
  comments: commentsRouter,
  events: eventsRouter,
  jobs: jobsRouter,
  keys: keysRouter,
  spam: spamRouter,
  mailings: mailingsRouter,
  media: mediaRouter,
  pages: pagesRouter,
  passkeys: passkeysRouter,
  pictures: picturesRouter,
  posts: postsRouter,
  preview: previewRouter,
  privacy: privacyRouter,
  redirects: redirectsRouter,
  reports: reportsRouter,
  revisions: revisionsRouter,
  search: searchRouter,
  settings: settingsRouter,
  stats: statsRouter,
  subscribers: subscribersRouter,
  taxonomy: taxonomyRouter,
  totp: totpRouter,
  threads: threadsRouter,
  transfer: transferRouter,
  trash: trashRouter,
  webhooks: webhooksRouter,
  workingCopies: workingCopiesRouter,
});

export type AppRouter = typeof appRouter;
