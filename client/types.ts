import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { z } from 'zod';

import type { AppRouter } from '../routers/index.ts';
import type { importItem } from '../routers/transfer/schemas.ts';

/** What each procedure takes, such as `BlogInputs['posts']['list']`. */
export type BlogInputs = inferRouterInputs<AppRouter>;
/** What each procedure gives, such as `BlogOutputs['posts']['list']`. */
export type BlogOutputs = inferRouterOutputs<AppRouter>;

/** A post with its text, as `posts.get` gives it. */
export type Post = BlogOutputs['posts']['get']['post'];
/** A post as lists show it. */
export type PostSummary = BlogOutputs['posts']['list']['posts'][number];
/** A post as the administrator's list shows it. */
export type PostOverview = BlogOutputs['posts']['all']['posts'][number];
/** What a new post takes. */
export type NewPost = BlogInputs['posts']['create'];
/** The encrypted text of a protected post. */
export type EncryptedText = NonNullable<Post['enc']>;
/** A version of a post as lists show it. */
export type RevisionSummary = BlogOutputs['revisions']['list']['revisions'][number];
/** A post as it was in one of its versions. */
export type Revision = BlogOutputs['revisions']['get']['revision'];
/** Changes of a post that are not published yet. */
export type WorkingCopy = NonNullable<BlogOutputs['workingCopies']['get']['workingCopy']>;

/** A comment; author and content hold entities, which `plainText` turns back. */
export type Comment = BlogOutputs['comments']['list']['comments'][number];
/** A comment as the administrator sees it, with the title of its post. */
export type TitledComment = BlogOutputs['comments']['all']['comments'][number];

/** A session of the administrator. */
/** A link by which others read a post before it is published. */
export type PreviewLink = BlogOutputs['preview']['links']['links'][number];
export type AdminSession = BlogOutputs['admin']['sessions']['sessions'][number];
/** How the service is doing. */
export type Health = Omit<BlogOutputs['admin']['health'], 'ok'>;

/** All settings. */
export type Settings = Omit<BlogOutputs['settings']['get'], 'ok'>;
/** What visitors may know about the site. */
export type Site = Omit<BlogOutputs['settings']['site'], 'ok'>;
/** A picture or other file that posts refer to. */
export type Media = BlogOutputs['media']['list']['media'][number];

/** What `transfer.import` takes for each post: a new post, its source key and its old paths. */
export type ImportPost = z.input<typeof importItem>;
/** What became of one of them. */
export type ImportResult = BlogOutputs['transfer']['import']['results'][number];
/** A post as `transfer.export` gives it. */
export type ExportedPost = BlogOutputs['transfer']['export']['posts'][number];
