/** An item of an export of WordPress; `wp` are the elements of this namespace, without their prefix. */
export interface WxrItem {
  title: string;
  link?: string;
  html?: string;
  excerpt?: string;
  /** The names of its categories and tags, by `category` and `post_tag`. */
  names?: Record<string, string[]>;
  wp?: Record<string, string | number>;
  /** Comments by the elements of this namespace. */
  comments?: Record<string, string | number>[];
}

let posts = 0;

/** An export of WordPress (WXR) with published posts, unless their elements say otherwise. */
export function wxrOf(items: WxrItem[]): string {
  return `${wxrStart}${items.map(wxrItem).join('\n')}${wxrEnd}`;
}

export const wxrStart = `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"
  xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Old</title><link>https://old.example</link><wp:base_blog_url>https://old.example</wp:base_blog_url>
<wp:author><wp:author_login>ada</wp:author_login><wp:author_display_name>Ada</wp:author_display_name></wp:author>
`;
export const wxrEnd = '</channel></rss>\n';

export function wxrItem(item: WxrItem): string {
  const { title, link, html = '<p>Text</p>', excerpt = '', names = {}, wp = {}, comments = [] } = item;
  const id = wp['post_id'] ?? ++posts;
  const all = {
    post_id: id,
    post_date: '2024-02-04 07:30:00',
    post_date_gmt: '2024-02-04 06:30:00',
    post_modified_gmt: '2024-02-05 06:30:00',
    post_name: title.toLowerCase().replaceAll(' ', '-'),
    status: 'publish',
    post_type: 'post',
    post_password: '',
    is_sticky: 0,
    ...wp,
  };
  return `<item><title>${cdata(title)}</title><link>${link ?? `https://old.example/${all.post_name}/`}</link>
<dc:creator>ada</dc:creator><content:encoded>${cdata(html)}</content:encoded><excerpt:encoded>${cdata(excerpt)}</excerpt:encoded>
${namesIn(names)}${elements(all)}${comments.map((comment) => `<wp:comment>${elements(comment)}</wp:comment>`).join('\n')}</item>`;
}

function namesIn(names: Record<string, string[]>): string {
  const all = Object.entries(names).flatMap(([domain, own]) => own.map((name) => ({ domain, name })));
  return all.map(({ domain, name }) => `<category domain="${domain}">${cdata(name)}</category>`).join('');
}

function elements(values: Record<string, string | number>): string {
  return Object.entries(values)
    .map(([name, value]) => `<wp:${name}>${cdata(String(value))}</wp:${name}>`)
    .join('');
}

function cdata(text: string): string {
  return `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}
