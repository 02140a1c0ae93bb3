import type { BlogInputs, BlogOutputs, Post } from './generated/trpc.ts';

export type {
  AdminSession,
  Author,
  BlogInputs,
  BlogOutputs,
  Comment,
  CommentEvent,
  ImportComment,
  ImportPost,
  ImportResult,
  PageSummary,
  Post,
  PostEvent,
  PostOverview,
  PostSummary,
  StreamSignal,
  SubscriberEvent,
  TitledComment,
} from './generated/trpc.ts';

/** The input for a new post. */
export type NewPost = BlogInputs['posts']['create'];
/** A page with its content. */
export type Page = BlogOutputs['pages']['get']['page'];
/** The encrypted content of a protected post. */
export type EncryptedText = NonNullable<Post['enc']>;
/** A revision of a post as in lists. */
export type RevisionSummary = BlogOutputs['revisions']['list']['revisions'][number];
/** A revision with its content. */
export type Revision = BlogOutputs['revisions']['get']['revision'];
/** Unpublished changes of a post. */
export type WorkingCopy = NonNullable<BlogOutputs['workingCopies']['get']['workingCopy']>;
/** A signed link to a post that is not published. */
export type PreviewLink = BlogOutputs['preview']['links']['links'][number];
/** An API key. */
export type ApiKey = BlogOutputs['keys']['list']['keys'][number];
/** A webhook. */
export type Webhook = BlogOutputs['webhooks']['list']['webhooks'][number];
/** A person who gets new posts by e-mail. */
export type Subscriber = BlogOutputs['subscribers']['list']['subscribers'][number];
/** The mailing of a post to the subscribers. */
export type Mailing = NonNullable<BlogOutputs['mailings']['get']['mailing']>;
/** A delivery of a webhook. */
export type WebhookDelivery = BlogOutputs['webhooks']['deliveries']['deliveries'][number];
/** The state of the service. */
export type Health = Omit<BlogOutputs['admin']['health'], 'ok'>;
/** All settings. */
export type Settings = Omit<BlogOutputs['settings']['get'], 'ok'>;
/** The public settings. */
export type Site = Omit<BlogOutputs['settings']['site'], 'ok'>;
/** An image or other file of the media library. */
export type Media = BlogOutputs['media']['list']['media'][number];
/** A post as `transfer.export` returns it. */
export type ExportedPost = BlogOutputs['transfer']['export']['posts'][number];
