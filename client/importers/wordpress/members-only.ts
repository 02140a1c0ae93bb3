import { metaOf, type XmlElement } from './xml-items.ts';

/** The start of a block of Jetpack whose content not everybody sees. */
const BLOCK = /<!-- wp:premium-content\/container\b/;
/** Shortcodes of plug-ins whose content not everybody sees. */
const SHORTCODE =
  /\[(membership|pmpro_member|members?_(?:only|access|logged_in)|member|restrict|rcp_restrict|is_paid|wcm_restrict|mepr-(?:active|show|protect)\w{0,20}|s2If|wlm_private|private|protected|loggedin|logged_in|ihc-hide-content|um_loggedin|um_show_content|passster)(?=[\s\]])/gi;
/** Fields that name the readers of a post, and the values that mean everybody. */
const READERS: Record<string, RegExp> = {
  _jetpack_newsletter_access: /^(?:everybody)?$/,
  _members_access_role: /^$/,
  rcp_subscription_level: /^$/,
  rcp_user_level: /^(?:None|All)?$/,
};

/** Why not everybody saw a post of WordPress, or a part of it; undefined if everybody did. */
export function whyMembersOnly(item: XmlElement, html: string): string | undefined {
  for (const [key, everybody] of Object.entries(READERS)) {
    const readers = metaOf(item, key);
    if (!everybody.test(readers)) return `Only some readers may see it: its ${key} is ${readers.slice(0, 60)}.`;
  }
  const lower = html.toLowerCase();
  const names = new Set([...html.matchAll(SHORTCODE)].map(([, name = '']) => name.toLowerCase()));
  const around = [...names].find((name) => lower.includes(`[/${name}]`));
  if (around !== undefined) return `A part of it may be for members only: [${around}].`;
  return BLOCK.test(html) ? 'A part of it is for members only.' : undefined;
}
