import { initial } from './0001-initial.ts';
import { search } from './0002-search.ts';
import { touched } from './0003-touched.ts';
import { loginAttempts } from './0004-login-attempts.ts';
import { reads } from './0005-reads.ts';
import { formerIds } from './0006-former-ids.ts';
import { renderings } from './0007-renderings.ts';
import { revisions } from './0008-revisions.ts';
import { ownerComments } from './0009-owner-comments.ts';
import { sessions } from './0010-sessions.ts';
import { pictures } from './0011-pictures.ts';
import { complexTexts } from './0012-complex-texts.ts';
import { previewLinks } from './0013-preview-links.ts';
import { ownerLists } from './0014-owner-lists.ts';
import { sourceState } from './0015-source-state.ts';
import { knownDevices } from './0016-known-devices.ts';
import { foreignKeyNames } from './0017-foreign-key-names.ts';
import { eventsAndJobs } from './0018-events-and-jobs.ts';
import { apiKeys } from './0019-api-keys.ts';
import { siteLists } from './0020-site-lists.ts';
import { postAuthors } from './0021-post-authors.ts';
import { mediaFiles } from './0022-media-files.ts';
import { mediaUses } from './0023-media-uses.ts';
import { webhooks } from './0024-webhooks.ts';
import { spam } from './0025-spam.ts';
import { commentSources } from './0026-comment-sources.ts';
import { autosaves } from './0027-autosaves.ts';
import { mail } from './0028-mail.ts';
import { subscribers } from './0029-subscribers.ts';
import { mailings } from './0030-mailings.ts';
import { replyMails } from './0031-reply-mails.ts';
import { pages } from './0032-pages.ts';
import { endedSubscriptions } from './0033-ended-subscriptions.ts';
import { taxonomy } from './0034-taxonomy.ts';
import { searchRebuilt } from './0035-search-rebuilt.ts';
import { identity } from './0036-identity.ts';
import { confirmationsAndUploadHosts } from './0037-confirmations-and-upload-hosts.ts';
import { instances } from './0038-instances.ts';
import { indexDeletion } from './0039-index-deletion.ts';
import { searchRebuilds } from './0040-search-rebuilds.ts';
import { remadeExcerpts } from './0041-remade-excerpts.ts';
import { mediaFetches } from './0042-media-fetches.ts';
import { secondFactors } from './0043-second-factors.ts';
import { threads } from './0044-threads.ts';
import { searchAndSharing } from './0045-search-and-sharing.ts';
import { closedComments } from './0046-closed-comments.ts';
import { redirectRules } from './0047-redirect-rules.ts';
import { audit } from './0048-audit.ts';
import { trash } from './0049-trash.ts';
import { authors } from './0050-authors.ts';
import { nameLooks } from './0051-name-looks.ts';
import { viewStatistics } from './0052-view-statistics.ts';
import { mailingLinks } from './0053-mailing-links.ts';
import { textFont } from './0054-text-font.ts';
import { focalPoints } from './0055-focal-points.ts';
import { commentMarkdown } from './0056-comment-markdown.ts';
import { shareImageUses } from './0057-share-image-uses.ts';
import { titles } from './0058-titles.ts';
import type { Migration } from './migration.ts';

/** Every migration, in the order in which they run. A new one goes to the end and takes the next number. */
export const migrations: readonly Migration[] = [
  initial,
  search,
  touched,
  loginAttempts,
  reads,
  formerIds,
  renderings,
  revisions,
  ownerComments,
  sessions,
  pictures,
  complexTexts,
  previewLinks,
  ownerLists,
  sourceState,
  knownDevices,
  foreignKeyNames,
  eventsAndJobs,
  apiKeys,
  siteLists,
  postAuthors,
  mediaFiles,
  mediaUses,
  webhooks,
  spam,
  commentSources,
  autosaves,
  mail,
  subscribers,
  mailings,
  replyMails,
  pages,
  endedSubscriptions,
  taxonomy,
  searchRebuilt,
  identity,
  confirmationsAndUploadHosts,
  instances,
  indexDeletion,
  searchRebuilds,
  remadeExcerpts,
  mediaFetches,
  secondFactors,
  threads,
  searchAndSharing,
  closedComments,
  redirectRules,
  audit,
  trash,
  authors,
  nameLooks,
  viewStatistics,
  mailingLinks,
  textFont,
  focalPoints,
  commentMarkdown,
  shareImageUses,
  titles,
];
