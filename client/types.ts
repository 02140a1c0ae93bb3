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
/** What a new post takes. */
export type NewPost = BlogInputs['posts']['create'];
/** The encrypted text of a protected post. */
export type EncryptedText = NonNullable<Post['enc']>;

/** A comment; author and content hold entities, which `plainText` turns back. */
export type Comment = BlogOutputs['comments']['list']['comments'][number];
/** A comment as the administrator sees it, with the title of its post. */
export type TitledComment = BlogOutputs['comments']['all']['comments'][number];

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
