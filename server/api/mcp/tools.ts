/** A tool for agents: a procedure of the router under a name of its own. */
export interface Tool {
  /** Such as `posts.list`. */
  procedure: string;
  title: string;
  /** What it does; default: the description of the procedure in the OpenAPI document. */
  description?: string;
  /** Fields of the input with fixed values, which callers cannot send. */
  fixed?: Readonly<Record<string, unknown>>;
  /** Fields of the input that are not listed, because the procedure refuses them from API keys. */
  withheld?: readonly string[];
  /** Whether it can replace or hide existing content; default: no. */
  isDestructive?: boolean;
}

/** Every tool by its name. Its procedure decides who may call it. */
export const tools: Readonly<Record<string, Tool>> = {
  search_posts: { procedure: 'search.query', title: 'Search posts' },
  list_posts: { procedure: 'posts.list', title: 'List posts' },
  read_post: { procedure: 'posts.get', title: 'Read a post' },
  list_pages: { procedure: 'pages.list', title: 'List pages, such as “About”' },
  read_page: { procedure: 'pages.get', title: 'Read a page' },
  list_comments: { procedure: 'comments.list', title: 'List the comments on a post' },
  site_statistics: { procedure: 'stats.all', title: 'Counts, categories and tags' },
  list_all_posts: { procedure: 'posts.all', title: 'List all posts, drafts included' },
  draft_post: {
    procedure: 'posts.create',
    title: 'Write a draft',
    description: 'Writes a new post as a draft, which visitors do not see.',
    fixed: { status: 'draft' },
    withheld: ['notifySubscribers'],
  },
  update_post: {
    procedure: 'posts.update',
    title: 'Change a post',
    description: changing('post'),
    withheld: ['notifySubscribers'],
    isDestructive: true,
  },
  draft_page: {
    procedure: 'pages.create',
    title: 'Write a draft of a page',
    description: 'Writes a new page, such as “About”, as a draft, which visitors do not see.',
    fixed: { status: 'draft' },
  },
  update_page: {
    procedure: 'pages.update',
    title: 'Change a page',
    description: changing('page'),
    isDestructive: true,
  },
  list_all_comments: { procedure: 'comments.all', title: 'List the comments on all posts' },
  moderate_comment: { procedure: 'comments.moderate', title: 'Moderate a comment', isDestructive: true },
  reply_to_comment: { procedure: 'comments.reply', title: 'Reply to a comment as the owner' },
};

function changing(one: 'post' | 'page'): string {
  return `Changes the given fields; absent ones keep their values. Read the ${one} first and send its version as ifVersion, so that no other change is lost. Earlier versions are kept as revisions.`;
}
