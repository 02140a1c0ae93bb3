import { z } from 'zod';

import { addressOrNone } from '../../base/mail-address.ts';
import { cleanString, ok } from '../../base/schemas.ts';
import { newsletterDefaults, newsletterFields } from './newsletter.ts';
import { identityDefaults, identityFields } from './identity.ts';
import { commentSites } from './comment-sites.ts';
import { languageTag, securityContact, siteUrl, timeZone } from './formats.ts';
import { navigation } from './navigation.ts';
import { withoutCredentials } from './public-urls.ts';
import { reactions } from './reactions.ts';

const fields = {
  siteUrl: siteUrl.meta({
    description: 'The URL of the site, with its path if it has one; empty if not set.',
    examples: ['https://blog.example'],
  }),
  title: cleanString(1, 200).meta({ description: 'The title of the site.', examples: ['Harbour notes'] }),
  description: cleanString(0, 500).meta({
    description: 'One or two sentences about the site.',
    examples: ['Notes from the coast'],
  }),
  language: languageTag.meta({ description: 'A language tag such as en, de or zh-CN.', examples: ['en'] }),
  timeZone: timeZone.meta({ description: 'A time zone such as Europe/Berlin or UTC.', examples: ['UTC'] }),
  author: cleanString(0, 80, { visible: true }).meta({ description: 'The name of the author.', examples: ['Ada'] }),
  commentModeration: z.enum(['off', 'first', 'all']).meta({
    description: 'Which comments need approval: none, the first of each author, or all.',
  }),
  commentsEnabled: z.boolean().meta({ description: 'Whether visitors can comment.', examples: [true] }),
  closeCommentsAfterDays: z
    .int()
    .min(0)
    .max(36_500)
    .meta({ description: 'Days after its publication from which a post takes no comments; 0: never.', examples: [0] }),
  commentMarkdown: z.boolean().meta({
    description:
      'Whether new comments are Markdown: emphasis, code, quotes, lists and links. Earlier ones stay as they are. On for a new database.',
    examples: [true],
  }),
  commentSites: commentSites.meta({
    description: 'The other sites whose pages have comments here: at most 20 of `{ origin, name }`.',
    examples: [[{ origin: 'https://notes.example', name: 'Notes' }]],
  }),
  reactions: reactions.meta({
    description: 'The reactions to a page or post: at most 6 names, each with what is shown for it, such as an emoji.',
    examples: [{ heart: '❤️' }],
  }),
  webmentions: z.boolean().meta({
    description:
      'Whether pages of other sites that mention a post become pending comments. Only with `siteUrl`, and while visitors can comment.',
    examples: [false],
  }),
  spamFilter: z.boolean().meta({
    description: 'Whether comments are checked for spam. On for a new blog.',
    examples: [true],
  }),
  spamLinks: z
    .int()
    .min(0)
    .max(20)
    .meta({ description: 'The number of links in a comment above which the spam filter gives points.', examples: [2] }),
  spamBlocklist: z
    .array(cleanString(2, 100, { visible: true }))
    .max(500)
    .meta({
      description: 'Words and domains; a comment that contains one of them, anywhere and in any case, is spam.',
      examples: [['casino.example']],
    }),
  previewDays: z
    .int()
    .min(1)
    .max(30)
    .meta({
      description: 'Days until a preview link expires, unless the link says otherwise.',
      examples: [7],
    }),
  feedItems: z
    .int()
    .min(1)
    .max(100)
    .meta({ description: 'Number of posts in the feeds.', examples: [20] }),
  ownerEmail: addressOrNone.meta({
    description: 'The address for mails to the owner, if mail is configured; empty for none.',
    examples: ['ada@blog.example'],
  }),
  notifyOwner: z.enum(['immediately', 'hourly', 'daily', 'never']).meta({
    description: 'When new comments are mailed to the owner: each at once, or those of an hour or a day together.',
  }),
  navigation: navigation.meta({
    description:
      'The menu of the site: at most 20 of `{ label, url }` and `{ page, label? }`, where page is archive, guestbook or search; null for the usual menu.',
    examples: [[{ label: 'About', url: '/about' }, { page: 'archive' }]],
  }),
  footerNavigation: navigation.meta({
    description: 'The links at the foot of the site, in the same form; null for the feeds.',
    examples: [null],
  }),
  guestbookEnabled: z.boolean().meta({
    description: 'Whether the site shows the guestbook. Its comments can be read and written in any case.',
    examples: [true],
  }),
  subscribeBox: z.boolean().meta({
    description:
      'Whether home page and posts have a box to subscribe by e-mail, if mail and the address of the site are set.',
    examples: [false],
  }),
  ...newsletterFields,
  securityContact: securityContact.meta({
    description: 'A mailto: or https: URI for reports of vulnerabilities in /.well-known/security.txt; empty for none.',
    examples: ['mailto:security@blog.example'],
  }),
  ...identityFields,
};

// `checkCustomCss` parses it.
const customCss = z.string().max(50_000);
const cssOfOwner = { description: 'CSS for all pages of the site; empty for none.', examples: ['.top { border: 0 }'] };

export const settingsInput = z
  .object({
    ...fields,
    logo: withoutCredentials(fields.logo),
    authorPicture: withoutCredentials(fields.authorPicture),
    authorLinks: withoutCredentials(fields.authorLinks),
    navigation: withoutCredentials(fields.navigation),
    footerNavigation: withoutCredentials(fields.footerNavigation),
    imprintUrl: withoutCredentials(fields.imprintUrl),
    customCss: customCss.meta(cssOfOwner),
  })
  .partial();
// Stored values were parsed before.
export const settingsShape = z.object({ ok, ...fields, customCss: z.string().meta(cssOfOwner) });
/** Settings to try, and the page that shows them. */
export const previewInput = settingsInput.extend({
  page: z.enum(['home', 'post']).default('home').meta({
    description: 'The home page, or the newest post; the home page as well while there is no post.',
  }),
});
export const previewShape = z.object({
  ok,
  html: z.string().meta({ description: 'The page without scripts.', examples: ['<!doctype html><html>…</html>'] }),
  css: z.string().meta({
    description: 'The style sheet of the owner, which the page does not link; empty if there is none.',
    examples: [':root{--accent:light-dark(#2f5d50, #8fc9b4)}'],
  }),
});
export const siteShape = settingsShape
  .pick({
    ok: true,
    siteUrl: true,
    title: true,
    description: true,
    language: true,
    timeZone: true,
    author: true,
    commentsEnabled: true,
    commentMarkdown: true,
    accentColor: true,
    logo: true,
    icon: true,
    authorPicture: true,
    authorLinks: true,
    footerText: true,
  })
  .extend({
    offersMail: z.boolean().meta({
      description: 'Whether visitors can leave an address for mails about replies.',
      examples: [true],
    }),
  });

export type Settings = Omit<z.output<typeof settingsShape>, 'ok'>;

export const defaultSettings: Settings = {
  siteUrl: '',
  title: 'My blog',
  description: '',
  language: 'en',
  timeZone: 'UTC',
  author: '',
  commentModeration: 'off',
  commentsEnabled: true,
  closeCommentsAfterDays: 0,
  commentMarkdown: false,
  commentSites: [],
  reactions: {},
  webmentions: false,
  spamFilter: false,
  spamLinks: 2,
  spamBlocklist: [],
  previewDays: 7,
  feedItems: 20,
  ownerEmail: '',
  notifyOwner: 'immediately',
  navigation: null,
  footerNavigation: null,
  guestbookEnabled: true,
  subscribeBox: false,
  ...newsletterDefaults,
  securityContact: '',
  ...identityDefaults,
  authorLinks: [],
};
