import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { z } from 'zod';

import type { AppRouter } from '../routers/index.ts';
import type { importItem } from '../routers/transfer/schemas.ts';

/** The input of each procedure, such as `BlogInputs['posts']['list']`. */
export type BlogInputs = inferRouterInputs<AppRouter>;
/** The output of each procedure, such as `BlogOutputs['posts']['list']`. */
export type BlogOutputs = inferRouterOutputs<AppRouter>;

/** A post with its content, as `posts.get` returns it. */
export type Post = BlogOutputs['posts']['get']['post'];
/** A post as in lists. */
export type PostSummary = BlogOutputs['posts']['list']['posts'][number];
/** A post as in the administrator's list. */
export type PostOverview = BlogOutputs['posts']['all']['posts'][number];
/** The input for a new post. */
export type NewPost = BlogInputs['posts']['create'];
/** The encrypted content of a protected post. */
export type EncryptedText = NonNullable<Post['enc']>;
/** A revision of a post as in lists. */
export type RevisionSummary = BlogOutputs['revisions']['list']['revisions'][number];
/** A revision with its content. */
export type Revision = BlogOutputs['revisions']['get']['revision'];
/** Unpublished changes of a post. */
export type WorkingCopy = NonNullable<BlogOutputs['workingCopies']['get']['workingCopy']>;

/** A comment. Author and content contain HTML entities; decode them with `plainText`. */
export type Comment = BlogOutputs['comments']['list']['comments'][number];
/** A comment as in the administrator's list, with the title of its post. */
export type TitledComment = BlogOutputs['comments']['all']['comments'][number];

/** A signed link to a post that is not published. */
export type PreviewLink = BlogOutputs['preview']['links']['links'][number];
/** A session of the administrator. */
export type ApiKey = BlogOutputs['keys']['list']['keys'][number];
export type AdminSession = BlogOutputs['admin']['sessions']['sessions'][number];
/** The state of the service. */
export type Health = Omit<BlogOutputs['admin']['health'], 'ok'>;

/** All settings. */
export type Settings = Omit<BlogOutputs['settings']['get'], 'ok'>;
/** The public settings. */
export type Site = Omit<BlogOutputs['settings']['site'], 'ok'>;
/** An image or other file of the media library. */
export type Media = BlogOutputs['media']['list']['media'][number];

/** A post for `transfer.import`: a new post, its source key and its former paths. */
export type ImportPost = z.input<typeof importItem>;
/** The result of one imported post. */
export type ImportResult = BlogOutputs['transfer']['import']['results'][number];
/** A post as `transfer.export` returns it. */
export type ExportedPost = BlogOutputs['transfer']['export']['posts'][number];
