interface Entry {
  /** What the field is, wherever it appears; a description of the schema's own goes before it. */
  says?: string;
  /** What it looks like. */
  example?: unknown;
  /** The subjects whose examples of requests show it although it may be left out. */
  usual?: readonly string[];
}

/** One word means one thing in every request and answer, so it is explained and exemplified here, once. */
export const glossary: Readonly<Record<string, Entry>> = {
  action: { says: 'What to do with them.' },
  aliases: { example: ['/2026/03/first-light.html'] },
  alt: { says: 'What the picture shows, for those who do not see it.', example: 'The harbour in the morning' },
  author: { says: 'The name to show.', example: 'Ada' },
  category: { says: 'The category, one at most.', example: 'Travel', usual: ['posts'] },
  changed: { example: 2 },
  code: { says: 'Stable; decide by this and not by the sentence.' },
  commentModeration: { says: 'Whose comments wait: nobody’s, those of new writers, all.' },
  commentsEnabled: { says: 'Whether visitors may comment.' },
  content: { example: 'The ferry leaves at six.', usual: ['posts'] },
  commentId: { example: 'c-0mm5lxs00a1b2c3d4e5f60718' },
  count: { example: 3 },
  cover: { says: 'Address or path of the cover picture.', example: '/media/harbour.jpg' },
  created_at: { says: 'When it was first stored.' },
  current: { says: 'The password until now.', example: 'first password' },
  data: { says: 'Ciphertext followed by the tag of 16 bytes, base64.', example: '3q2+7wAAAAAAAAAAAAAAAAAAAAA=' },
  date: { says: 'The date it carries.' },
  days: { example: 30 },
  deleted: { says: 'How many went, replies included.', example: 1 },
  description: { says: 'One or two sentences about the site.', example: 'Notes from the coast' },
  dryRun: { says: 'Only tell what would happen.' },
  enc: { says: 'Salt, iv and ciphertext of an encrypted post; null for a plain one.', example: null },
  excerpt: { says: 'A short summary; made from the content when none was given.', example: 'The ferry leaves at six.' },
  expiresAt: { says: 'When it ends.' },
  expiresIn: { example: 604_800 },
  featured: { says: 'Whether the owner sets it off.' },
  feedItems: { says: 'How many posts the feeds carry.', example: 20 },
  id: { example: 'first-light' },
  ids: { says: 'Their ids.' },
  ifVersion: { example: 12 },
  iv: { says: '12 bytes, base64.', example: 'dHdlbHZlIGJ5dGVz' },
  kind: { says: 'Told from the address.' },
  language: { says: 'A language tag such as en, de or zh-CN.', example: 'en' },
  likes: { says: 'How often it was liked.', example: 4 },
  mustChange: { says: 'Whether the password must be changed before anything else.', example: false },
  name: { says: 'A name to find it by.', example: 'Harbour' },
  ok: { says: 'Whether it worked.' },
  oldPassword: { says: 'The password that opens the post now, to encrypt it anew under `password`.' },
  page: { says: 'The page, from 1.', example: 1 },
  pageSize: { says: 'How many items a page has.', example: 10 },
  parentId: { says: 'The comment that this one answers.' },
  parent_id: { says: 'The comment that this one answers; null at the top level.', example: null },
  password: { example: 'correct horse battery' },
  pinned: { says: 'Whether it stays on top.' },
  post_id: { says: 'The post, or gb-note or gb-idea.', example: 'first-light' },
  post_title: { says: 'The title of its post; Note or Idea for the guestbook.', example: 'First light' },
  previewDays: { says: 'How many days a preview link is valid unless told otherwise.', example: 7 },
  protected: { says: 'Whether the content is encrypted with a password.' },
  q: { says: 'The words to look for.', example: 'ferry', usual: ['search'] },
  receipt: { example: 'k3V9xQ4uT0mWc7ZbP1sYaA' },
  salt: { says: '16 bytes, base64.', example: 'c2l4dGVlbiBieXRlcyBvaw==' },
  siteUrl: {
    says: 'The address of the site, without a path; empty while it is not set.',
    example: 'https://blog.example',
  },
  sourceKey: { example: 'posts/first-light.md' },
  status: { usual: ['posts', 'comments'] },
  tag: { says: 'One tag.', example: 'ferries' },
  tags: { says: 'In the order given, without doubles.', example: ['ferries', 'morning'], usual: ['posts'] },
  title: { example: 'First light', usual: ['posts', 'settings'] },
  token: { example: 'mL2v7cJ0hQe9TnZk4xYd1sWgBfRuAp8iOoKb3NqEtVw' },
  total: { says: 'How many there are on all pages together.', example: 1 },
  updated_at: { says: 'When it last changed.' },
  url: { example: 'https://pictures.example/harbour.jpg' },
  version: { says: 'Grows with every change; for ifVersion and If-Match.', example: 12 },
  views: { says: 'How often it was read.', example: 120 },
};

/** What ids of other things than posts look like, by the subject they belong to. */
export const idExamples: Readonly<Record<string, string>> = {
  comments: 'c-0mm5lxs00a1b2c3d4e5f60718',
  media: 'm-0mm5lxs00a1b2c3d4e5f60718',
};
