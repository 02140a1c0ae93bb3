// Progressive enhancement: everything works without scripts.

import { leadToComments } from './comment-link.ts';
import { enhanceComments } from './comments.ts';
import { reportErrors } from './errors.ts';
import { unframeImages } from './frames.ts';
import { followContents } from './follow-contents.ts';
import { offerCopies } from './copy-code.ts';
import { enlargeImages } from './lightbox.ts';
import { closeSubmenus } from './menus.ts';
import { listKept } from './kept.ts';
import { offerLikes } from './likes.ts';
import { openLocked } from './locked.ts';
import { leadToHeadings } from './old-fragments.ts';
import { suggest } from './search.ts';
import { playVideos } from './play-videos.ts';
import { enhanceSubscribe } from './subscribe.ts';
import { useOwnService } from './own-service.ts';
import { offerShare } from './share.ts';
import { focusSearchOnSlash } from './shortcut.ts';
import { markTabs } from './tabs.ts';
import { switchTheme } from './theme.ts';
import { countView } from './view.ts';
import { registerWorker } from './worker.ts';

useOwnService();
reportErrors();
const parts = [
  switchTheme,
  closeSubmenus,
  unframeImages,
  enlargeImages,
  offerCopies,
  followContents,
  playVideos,
  markTabs,
  leadToHeadings,
  openLocked,
  enhanceComments,
  leadToComments,
  enhanceSubscribe,
  offerLikes,
  offerShare,
  suggest,
  focusSearchOnSlash,
  countView,
  listKept,
  registerWorker,
];
// Each separately: a failure, such as with a custom theme, does not affect the others.
for (const start of parts) queueMicrotask(start);
