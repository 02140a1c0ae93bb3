import { readTable } from '../../markdown/fields.ts';
import { childText, type XmlElement } from '../xml-items.ts';
import { unserialize } from './serialized.ts';
import { isAboutReaders, isForEverybody, splitName } from './words.ts';

/** Fields of plug-ins whose values follow rules of their own: whether everybody sees the post. */
const known: Record<string, (value: unknown) => boolean> = {
  // 0 stands for a restriction without a plan.
  arm_access_plan: (value) => value === '',
  um_content_restriction(value) {
    const { _um_custom_access_settings: isOn, _um_accessible: who } = readTable(value);
    return isForEverybody(isOn) || who === '0' || who === 0;
  },
  _issuem_leaky_paywall_visibility(value) {
    const { visibility_type: type } = readTable(value);
    return type === undefined ? isForEverybody(value) : /^(?:default|always)$/.test(String(type));
  },
  _wc_memberships_force_public: () => true,
  'groups-read': isForEverybody,
  'groups-groups_read_post': isForEverybody,
  s2member_ccaps_req: isForEverybody,
  ihc_mb_who: isForEverybody,
  ihc_mb_type: () => true,
  // Any level means that of any member.
  rcp_subscription_level: (value) => value !== 'any' && isForEverybody(value),
  _ca_level: isForEverybody,
  'wpf-settings': (value) => isForEverybody(readTable(value)['lock_content']),
  _coil_monetize_post_status: (value) => !String(value).startsWith('gate'),
  rcp_show_excerpt: () => true,
  rcp_hide_in_feed: () => true,
};

/** Plug-ins for search engines, page builders and the editor itself, whose fields hide nothing. */
const harmless =
  /^_?(?:yoast|rank_?math|aioseo|seopress|wp_|edit_|oembed|thumbnail|elementor|et_|fusion|vc_|wpb_|publicize|wpas|genesis|astra|kadence|jetpack_(?:related|post_was|dont|featured|feature))/;

/** Words that restrict by themselves. */
const restricting =
  /^(?:member|members|membership|memberships|memberful|memberpress|membersonly|restrict|restricts|restricted|restriction|restrictions|paywall|paywalled|paid|premium|subscribers?|subscriptions?|patreon|patrons?|protect|protected|protection|passwords?|passster|private|access|accessible|capability|capabilities|ccaps?|tiers?|login|loggedin|logged|visibility|gated?|unlock|enrolled|pay|sell|purchase|laterpay|tinypass|wpmem|swpm|pmpro|urcr|mepr|emember|s2member|ppwp?|vip|hidden)$/;
/** Words that restrict beside one that names people. */
const ranked = /^(?:levels?|roles?|groups?|plans?)$/;
const people = /^(?:users?|required?|allow|allowed|min|minimum|visible|viewers?|readers?|who|pms|rcp|arm|ms)$/;

/** Settings of page builders and of Kit, among others in one field, by which some readers see the post or a part of it. */
const SETTINGS =
  /"(?:restrict_content|visibility_display|eael_ext_content_protection|e_display_conditions|enabled_visibility|jedv_enabled)"(?:;s:\d+:|\s?:\s?)"((?:[^"\\]|\\.)*)"/g;

/**
 * The field of a post or term that says that not everybody saw it; undefined without one.
 *
 * @param rows the name of the elements with fields
 */
export function restrictingField(item: XmlElement, rows = 'wp:postmeta'): { key: string; value: string } | undefined {
  for (const row of item.children) {
    if (row.name !== rows) continue;
    const key = childText(row, 'wp:meta_key');
    const value = childText(row, 'wp:meta_value');
    if (restricts(key, value)) return { key, value };
  }
  return undefined;
}

function restricts(key: string, text: string): boolean {
  if (key === '' || key === 'footnotes') return false;
  const value = valueOf(text);
  const judge = known[key];
  if (judge) return !judge(value);
  if ([...text.matchAll(SETTINGS)].some(([, setting]) => !isForEverybody(setting))) return true;
  if (harmless.test(key) || isForEverybody(value)) return false;
  const words = splitName(key);
  if (words.some((word) => restricting.test(word))) return true;
  return words.some((word) => ranked.test(word)) && (words.some((word) => people.test(word)) || isAboutReaders(text));
}

/** A value that is serialized or JSON, or the text. */
function valueOf(text: string): unknown {
  const read = unserialize(text);
  if (read) return read.value;
  if (!/^[[{]/.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
