import type { InferKyselyDB } from '@mikro-orm/sql';

import { Administrator } from './administrator.ts';
import { ApiKey } from './api-key.ts';
import { Author } from './author.ts';
import { AuditEntry } from './audit-entry.ts';
import { BlockedWriter } from './blocked-writer.ts';
import { Comment } from './comment.ts';
import { CommentCheck } from './comment-check.ts';
import { CommentLike } from './comment-like.ts';
import { Confirmation, DroppedConfirmations } from './confirmation.ts';
import { DailyStat } from './daily-stat.ts';
import { Delivery } from './delivery.ts';
import type { DerivedTables } from './derived.ts';
import { EndedSubscription } from './ended-subscription.ts';
import { ErasedAddress } from './erased-address.ts';
import { ErrorReport } from './error-report.ts';
import { Event } from './event.ts';
import { FormerName } from './former-name.ts';
import { FormerPostId } from './former-post-id.ts';
import { Identity } from './identity.ts';
import { Job } from './job.ts';
import { KnownDevice } from './known-device.ts';
import { LoginAttempt } from './login-attempt.ts';
import { LoginFailure } from './login-failure.ts';
import { Mailing, MailingLink, MailingRetry } from './mailing.ts';
import { MarkedPlace } from './marked-place.ts';
import { Media } from './media.ts';
import { MediaFetch, MediaFetchUrl } from './media-fetch.ts';
import { MediaRedirect } from './media-redirect.ts';
import { MissingPath } from './missing-path.ts';
import { NameDescription } from './name-description.ts';
import { PictureSize } from './picture-size.ts';
import { Post } from './post.ts';
import { PostChange } from './post-change.ts';
import { PostCounter } from './post-counter.ts';
import { PostMark } from './post-mark.ts';
import { PostSearch } from './post-search.ts';
import { PostTag } from './post-tag.ts';
import { PreviewLink } from './preview-link.ts';
import { Reaction, ReactionTotal } from './reaction.ts';
import { Redirect } from './redirect.ts';
import { RedirectRule } from './redirect-rule.ts';
import { Rendering } from './rendering.ts';
import { ReplyAddress, ReplyMail } from './reply-address.ts';
import { Revision } from './revision.ts';
import { SearchRebuild } from './search-rebuild.ts';
import { LoginChallenge, Passkey, RecoveryCode, Totp } from './second-factor.ts';
import { Secret } from './secret.ts';
import { Sequence } from './sequence.ts';
import { Session } from './session.ts';
import { Setting } from './setting.ts';
import { SpamWord } from './spam-word.ts';
import { Subscriber } from './subscriber.ts';
import { Thread } from './thread.ts';
import { UnmeasuredPicture } from './unmeasured-picture.ts';
import { PostSketch, PostView, SiteView, VisitorDay, VisitorSalt } from './view-statistics.ts';
import { Webhook } from './webhook.ts';
import { UploadHost } from './upload-host.ts';
import { WorkingCopy } from './working-copy.ts';

/** All entities. */
export const entities = [
  Administrator,
  ApiKey,
  Author,
  AuditEntry,
  BlockedWriter,
  Comment,
  CommentCheck,
  CommentLike,
  Confirmation,
  DailyStat,
  Delivery,
  DroppedConfirmations,
  EndedSubscription,
  ErasedAddress,
  ErrorReport,
  Event,
  FormerName,
  FormerPostId,
  Identity,
  Job,
  KnownDevice,
  LoginAttempt,
  LoginChallenge,
  LoginFailure,
  Mailing,
  MailingLink,
  MailingRetry,
  MarkedPlace,
  Media,
  MediaFetch,
  MediaFetchUrl,
  MediaRedirect,
  MissingPath,
  NameDescription,
  Passkey,
  PictureSize,
  Post,
  PostChange,
  PostCounter,
  PostMark,
  PostSearch,
  PostSketch,
  PostTag,
  PostView,
  PreviewLink,
  RecoveryCode,
  Reaction,
  ReactionTotal,
  Redirect,
  RedirectRule,
  Rendering,
  ReplyAddress,
  ReplyMail,
  Revision,
  SearchRebuild,
  Secret,
  Sequence,
  Session,
  Setting,
  SiteView,
  SpamWord,
  Subscriber,
  Totp,
  Thread,
  UnmeasuredPicture,
  UploadHost,
  VisitorDay,
  VisitorSalt,
  Webhook,
  WorkingCopy,
];

/** The tables for Kysely: snake_case columns, values as stored. */
export type Tables = InferKyselyDB<(typeof entities)[number]> & DerivedTables;
