/** The descriptions of tags, by the name of the router. */
const subjects: Readonly<Record<string, string>> = {
  posts: 'Posts in Markdown, plain or encrypted.',
  pages:
    'Pages such as "About", which lists of posts exclude. Comments, revisions, working copies, preview links and renames use the paths of posts.',
  trash: 'Posts and pages in the trash.',
  taxonomy: 'Tags and categories.',
  authors: 'The authors of posts and pages.',
  threads: 'Comments on pages of other sites, and reactions.',
  revisions: 'Earlier versions of posts.',
  workingCopies: 'Unpublished changes of published posts.',
  changes: 'Changes of public posts, to keep copies in sync.',
  events: 'Events of posts and comments, streamed as they occur.',
  comments: 'Comments on posts and in the two sections of the guestbook, whose ids are gb-note and gb-idea.',
  search: 'Full-text search in published posts.',
  stats: 'Views, likes and popular posts.',
  preview: 'Signed links to drafts.',
  media: 'Images, videos, audio and other files: uploaded ones, and links to others.',
  pictures: 'Dimensions of the images in posts, to avoid layout shifts.',
  settings: 'Settings of the site.',
  admin: 'The administrator: set-up, sign-in, password, session.',
  audit: 'Who changed what, and when.',
  totp: 'The authenticator app of the administrator.',
  passkeys: 'Passkeys of the administrator.',
  keys: 'API keys for programs.',
  spam: 'Comment authors whom the owner has blocked.',
  transfer: 'Import and export of posts, comments, and everything.',
  redirects: 'Redirects that the owner sets, and the paths that visitors did not find.',
  reports: 'Errors reported by browsers.',
  jobs: 'Background jobs, and those that failed.',
  privacy: 'The data stored about an e-mail address or an IP address.',
  mailings: 'Posts mailed to subscribers.',
  subscribers: 'People who get new posts by e-mail.',
  webhooks: 'URLs to which the service sends events.',
  feeds: 'Feeds, sitemap and discovery manifests.',
  service: 'This document, health checks and metrics.',
};

/** The tags in use, in the order of the table; unlisted folders come last, with their name as description. */
export function describeTags(used: ReadonlySet<string>): { name: string; description: string }[] {
  const known = Object.keys(subjects).filter((name) => used.has(name));
  const unknown = [...used].filter((name) => !Object.hasOwn(subjects, name)).sort();
  return [...known, ...unknown].map((name) => ({ name, description: subjects[name] ?? name }));
}
