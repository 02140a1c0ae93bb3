/** What each folder of procedures is about. */
const subjects: Readonly<Record<string, string>> = {
  posts: 'What the blog is made of: Markdown, plain or encrypted.',
  revisions: 'Earlier versions of posts.',
  workingCopies: 'Changes of posts that are not published yet.',
  comments: 'Comments on posts and in the two sections of the guestbook, whose ids are gb-note and gb-idea.',
  search: 'Full text search in published posts.',
  stats: 'Views, likes and what is popular.',
  preview: 'Signed links by which others read a draft.',
  media: 'Links to pictures, films, sounds and files.',
  pictures: 'How large the pictures of posts are, so that pages keep room for them.',
  settings: 'Settings of the site.',
  admin: 'The administrator: set-up, sign-in, password, session.',
  keys: 'API keys, with which programs call.',
  transfer: 'Moving posts in and out.',
  reports: 'Errors that browsers of visitors report.',
  feeds: 'Feeds, sitemap and discovery manifests.',
  service: 'This document, and whether the service is up.',
};

/** The tags in use, in the order of the table; a folder that is not in it comes last, by its name alone. */
export function describeTags(used: ReadonlySet<string>): { name: string; description: string }[] {
  const known = Object.keys(subjects).filter((name) => used.has(name));
  const unknown = [...used].filter((name) => !Object.hasOwn(subjects, name)).sort();
  return [...known, ...unknown].map((name) => ({ name, description: subjects[name] ?? name }));
}
