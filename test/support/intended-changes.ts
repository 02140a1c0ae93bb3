/** An intended difference between the responses of two versions. */
export interface IntendedChange {
  /** The version that made it. */
  in: string;
  /** Words of its section in CHANGELOG.md. */
  says: string;
  /** The URLs that it changes; default: all. */
  at?: RegExp;
  /** The facts that it removes (`- …`) and adds (`+ …`). */
  facts: RegExp;
}

/** Every difference that an upgrade may make. State each new one in CHANGELOG.md. */
export const intendedChanges: readonly IntendedChange[] = [
  {
    in: '2.11.0',
    says: 'Popular posts of the same score are in the order of their creation',
    at: /^\/api\/popular/,
    facts: /^[-+] \.posts\.\d+\./,
  },
  {
    in: '2.12.0',
    says: 'The reading site: home, posts with their comments',
    at: /^\/($|guestbook|posts\/)/,
    facts: /^[-+] (?!status|location)/,
  },
  {
    in: '2.12.0',
    says: 'Posts come with heading anchors, a table of contents, highlighted code',
    at: /feed|atom|\/llms/,
    facts: /^[-+] .*(const|answer =|42|href="#|href="https:\/\/example)|^\+ (\.items.*: )?;$/,
  },
  { in: '2.12.0', says: 'The line `Agentmap` of robots.txt is a comment', at: /^\/robots\.txt$/, facts: /Agentmap/ },
  { in: '2.13.0', says: '`publishAt` in the bodies and the detail of posts', facts: /^\+ \.post\.publishAt: null$/ },
  { in: '2.13.0', says: 'comments carry `owner`', facts: /^\+ \.comments\.\d+\.owner: 0$/ },
  { in: '2.13.0', says: 'the setting `timeZone`', at: /^\/api\/site$/, facts: /^\+ \.timeZone: "UTC"$/ },
  {
    in: '2.14.0',
    says: 'Pages of lists, of the archive and of search have names of their own',
    at: /^\/(archive|tags|categories|search|posts\/sealed)/,
    facts: /<title|<meta name="description"|Archive/,
  },
  {
    in: '2.14.0',
    says: 'A comment form that was refused without a script is shown where it stands',
    facts: /^[-+] action="\/posts\/[^"]*"$/,
  },
  {
    in: '2.15.0',
    says: 'a comment that was deleted but has replies says so',
    at: /^\/posts\/harbour/,
    facts:
      /^- (0|Reply( to)?|Like this comment|href="\/posts\/harbour[?#].*)$|^\+ (This comment was deleted\.|Write a comment)$/,
  },
  {
    in: '2.18.0',
    says: 'The English texts of the site and of the feeds are in plainer words',
    facts:
      /minutes? to read|minute read|Comments|0 comments|Nobody has commented|No comments yet|Leave this|JavaScript|[Pp]assword|first page|Words to look for|Search terms|Suggestions and missing|What could be better|Do not reply|Cancel reply/,
  },
  {
    in: '2.18.0',
    says: 'pages that do not exist offer a search and the newest posts',
    at: /^\/posts\/(drafted|later|gone|unfinished)$/,
    facts: /^[-+] (?!status|location|cache-control)/,
  },
  {
    in: '2.18.0',
    says: 'Headings in posts have plain ids',
    facts: /^[-+] href="#(user-content-)?(text-\d|timetable)"$/,
  },
  { in: '2.18.0', says: '`GET /api/posts` takes `include`', at: /[?&](include|tags)=/, facts: /./ },
  {
    in: '2.18.0',
    says: 'its summaries have `version` and `updated_at`',
    facts: /^\+ \.posts\.\d+\.(version|updated_at): /,
  },
  { in: '2.18.0', says: 'Posts have an `author`', facts: /^\+ \.(post|posts\.\d+|results\.\d+)\.author: ""$/ },
  {
    in: '2.18.0',
    says: 'Its card is at `/mcp/server-card` and in the discovery documents',
    at: /ard\.json$/,
    facts: /./,
  },
  { in: '2.18.0', says: '`GET /api/site` has `offersMail`', at: /^\/api\/site$/, facts: /^\+ \.offersMail: false$/ },
  {
    in: '2.19.0',
    says: '`GET /api/site` has those that visitors see',
    at: /^\/api\/site$/,
    facts: /^\+ \.(accentColor|logo|icon|authorPicture|authorLinks|footerText): (""|\[\])$/,
  },
  {
    in: '2.19.0',
    says: 'Each has feeds of its own',
    at: /^\/(tags|categories)\//,
    facts: /^- \d+ posts?$|^\+ (\d+ posts? ·|RSS|href="\/(tags|categories)\/[^/]+\/feed\.xml")$/,
  },
  {
    in: '2.20.0',
    says: '`/llms.txt` also lists the public pages that are not protected',
    at: /^\/llms\.txt$/,
    facts: /^\+ - \[About\]\(https:\/\/blog\.example\/about\.md\)/,
  },
  {
    in: '2.20.0',
    says: 'The archive, the lists of tags and categories and the guestbook have a description',
    at: /^\/(archive|tags|categories|guestbook)/,
    facts: /^\+ <meta name="description"/,
  },
  {
    in: '2.26.0',
    says: 'Results of a search are in the same order on both engines',
    at: /^\/(api\/)?search/,
    facts: /^[-+] \.results\.\d+\./,
  },
  {
    in: '2.26.0',
    says: 'A query that has nothing to search for has `unsearchable: true`',
    at: /^\/api\/search/,
    facts: /^\+ \.unsearchable: true$/,
  },
  {
    in: '2.26.0',
    says: 'The page of the search says how to search',
    at: /^\/search/,
    facts: /^\+ “Quotation marks”/,
  },
  {
    in: '2.27.0',
    says: 'Posts and pages take `metaTitle`, `metaDescription`',
    at: /^\/api\/(posts|pages)\//,
    facts:
      /^\+ \.(post|page)\.(metaTitle|metaDescription|canonicalUrl|shareTitle|shareDescription|shareImage|noindex|coverAlt|coverCaption): (""|0)$/,
  },
  {
    in: '2.27.0',
    says: 'in the API, the command line, front matter and the app',
    at: /\.md$/,
    facts:
      /^\+ (meta_title|meta_description|canonical_url|share_title|share_description|share_image|noindex|cover_alt|cover_caption): (""|false)$/,
  },
  {
    in: '2.27.0',
    says: 'Posts and pages have `authors`, up to ten ids',
    at: /^\/api\/(posts|pages)\//,
    facts: /^\+ \.(post|page)\.authors: \[\]$/,
  },
  {
    in: '2.27.0',
    says: 'Posts and pages have `authors`, up to ten ids',
    at: /\.md$/,
    facts: /^\+ authors: \[\]$/,
  },
  {
    in: '2.27.0',
    says: 'The time to read is short, such as “9 min read”',
    at: /^\/posts\//,
    facts: /^(- \d+ minutes? read|\+ \d+ min read)$/,
  },
  {
    in: '2.27.0',
    says: 'Covers in RSS and Atom, as enclosures and `media:content`',
    at: /atom\.xml$/,
    facts: /^\+ href="https:\/\/(blog|pictures)\.example\/[^"]*\.png"$/,
  },
  {
    in: '2.27.0',
    says: 'the setting `commentMarkdown`, which is on for a new database and off',
    at: /^\/api\/site$/,
    facts: /^\+ \.commentMarkdown: false$/,
  },
  {
    in: '2.27.0',
    says: 'The styles of the guestbook are a file of their own, `/assets/guestbook.css`',
    at: /^\/guestbook/,
    facts: /^\+ href="\/assets\/guestbook\.css\?v=[\d.]+"$/,
  },
];
