import { expect } from 'chai';

import { textOfStream } from '../client/importers/text-of-stream.ts';
import { wordpress } from '../client/importers/wordpress/wxr.ts';
import { allOf } from './support/all-of.ts';
import { wxrEnd, wxrItem, wxrOf, wxrStart, type WxrItem } from './support/wxr.ts';

type Fields = Record<string, string>;

/** The reason why a post is a draft, or its status. */
async function stateOf(item: Partial<WxrItem>, meta: Fields = {}, ...others: { item: WxrItem; meta: Fields }[]) {
  const all = [{ item: { title: 'A', wp: { post_id: 5 }, ...item }, meta }, ...others];
  let xml = wxrOf(all.map((one) => one.item));
  for (const { meta: fields } of all) xml = xml.replace('</item>', `${metaXml(fields)}</ITEM>`);
  return stateOfXml(xml.replaceAll('</ITEM>', '</item>'));
}

async function stateOfXml(xml: string): Promise<string> {
  const items = await allOf(wordpress.read(textOfStream({ name: 'blog.xml' }, () => new Blob([xml]).stream())));
  const [post] = items.flatMap((one) => (one.kind === 'post' ? [one] : []));
  return post?.post.status === 'draft' ? String(post.draftBecause) : String(post?.post.status);
}

function metaXml(fields: Fields, of: 'post' | 'term' = 'post'): string {
  return Object.entries(fields)
    .map(
      ([key, value]) =>
        `<wp:${of}meta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:${of}meta>`,
    )
    .join('');
}

const around = (code: string) => `<p>Before</p>\n[${code}]Secret[/${code.split(/[\s=]/)[0]}]\n<p>After</p>`;
const block = (name: string, attributes = '') =>
  `<!-- wp:${name}${attributes && ` ${attributes}`} --><p>Secret</p><!-- /wp:${name} -->`;

/** Ways in which plug-ins show a post, or a part of it, to some readers only. */
const shortcodes = [
  ['Paid Memberships Pro', 'membership level="1"'],
  ['Paid Memberships Pro, new', 'pmpro_member levels="1,2"'],
  ['MemberPress', 'mepr-show rules="12" unauth="message"'],
  ['MemberPress, older', 'mepr-active membership="12"'],
  ['Restrict Content Pro', 'restrict paid="true"'],
  ['Restrict Content Pro, paid', 'is_paid'],
  ['Restrict Content Pro, level', 'rcp_restrict subscription="2"'],
  ['s2Member', 's2If current_user_can(access_s2member_level1)'],
  ['s2Member, nested', 's2If__1 is_user_logged_in()'],
  ['WooCommerce Memberships', 'wcm_restrict plans="gold"'],
  ['WooCommerce Memberships, others', 'wcm_nonmember'],
  ['Ultimate Member', 'um_loggedin'],
  ['Ultimate Member, roles', 'um_show_content roles="gold"'],
  ['LearnDash', 'student'],
  ['LearnDash, course', 'course_complete course_id="7"'],
  ['LearnDash, groups', 'learndash_group_enrolled group_id="7"'],
  ['Patreon', 'patreon_content level="5"'],
  ['Leaky Paywall', 'leaky_paywall_subscriber_content'],
  ['Content Control', 'content_control'],
  ['Content Control, by who', 'content_box who="members"'],
  ['Groups', 'groups_member group="Gold"'],
  ['Groups, capability', 'groups_can capability="read_gold"'],
  ['Members', 'members_access role="editor"'],
  ['Members, logged in', 'members_logged_in'],
  ['Simple Membership', 'swpm_protected for="1-2"'],
  ['WP-Members', 'wpmem_logged_in'],
  ['Wishlist', 'wlm_private "Gold"'],
  ['Wishlist, members', 'wlm_ismember'],
  ['ARMember', 'arm_restrict_content plan="1" type="show"'],
  ['ProfilePress', 'pp-logged-users'],
  ['Memberful', 'memberful_member_content plan="3"'],
  ['Memberium', 'memb_has_any_tag tagid="7"'],
  ['AccessAlly', 'accessally_has_any_tag tag_id="7"'],
  ['iMember360', 'i4w_is_LoggedIn'],
  ['Ultimate Membership Pro', 'ihc-hide-content ihc_mb_type="show" ihc_mb_who="1"'],
  ['Paid Member Subscriptions', 'pms-restrict subscription_plans="1"'],
  ['Membership 2', 'ms-protect-content id="1"'],
  ['EDD Content Restriction', 'edd_restrict id="7"'],
  ['LifterLMS', 'lifterlms_membership_content'],
  ['WP eMember', 'emember_protected scope="verified"'],
  ['MemberMouse', 'mm_member_decision membershipId="1"'],
  ['OptimizeMember', 'optimizemember-if level="1"'],
  ['Passster', 'passster password="sesame"'],
  ['Password Protect WordPress', 'ppwp passwords="sesame"'],
  ['Content Protector', 'content_protector password="sesame"'],
  ['OnePress', 'sociallocker'],
  ['Hidepost', 'hidepost=1'],
  ['myCRED', 'mycred_sell_this price="5" access="buyers"'],
  ['LaterPay', 'laterpay_premium'],
  ['Private content', 'private role="editor"'],
  ['Advanced Access Manager', 'aam context="content" hide="visitor"'],
  ['Private Content by LCweb', 'pc-pvt-content allow="all"'],
  ['WP Private Content Plus', 'wppcp_private_content roles="gold"'],
  ['YITH Membership', 'yith_wcmbs_members_only'],
  ['SureMembers', 'suremember_restrict access_group_ids="2"'],
  ['WP Fusion', 'wpf tag="Gold"'],
  ['Digital Access Pass', 'DAP isLoggedIn="Y" hasAccessTo="1,2"'],
  ['aMember', 'am4show have="1"'],
  ['Eyes Only', 'eyesonly level="Editor"'],
  ['Hide This', 'hidethis user="all"'],
  ['MediaPass', 'mpinpage'],
  ['Bitcoin Lightning Publisher', 'lnpaywall amount="100"'],
  ['GeoTargeting', 'geot country="US"'],
  ['Erphp Down', 'erphpdown'],
  ['Cart66', 'cc_show_to sku="gold"'],
  ['Toolset Access', 'toolset_access role="Guest" operator="deny"'],
  ['registered readers', 'registered'],
  ['one user', 'useronly'],
  ['Divi', 'et_pb_text display_conditions="W3siaWQiOiIxIn1d"'],
  ['an unknown plug-in by its name', 'my_gold_subscriber_box'],
  ['an unknown plug-in by an attribute', 'box visible_to_roles="gold"'],
  ['an unknown plug-in by a condition', 'show if="logged_in"'],
  ['an unknown plug-in by a role', 'content for="subscribers"'],
  ['an unknown plug-in by a password', 'box password="sesame"'],
  ['an unknown plug-in by a word', 'if is_user_logged_in'],
] as const;

const blocks = [
  ['Jetpack', block('premium-content/container')],
  ['Jetpack, paywall', '<p>A</p><!-- wp:jetpack/paywall /--><p>Secret</p>'],
  ['Paid Memberships Pro', block('pmpro/membership', '{"levels":["1"]}')],
  ['MemberPress', block('memberpress/protected-content', '{"rule":12}')],
  ['Restrict Content Pro', block('rcp/restrict')],
  ['Groups', block('groups/groups-member', '{"groups_select":"Gold"}')],
  ['LearnDash', block('learndash/ld-student')],
  ['WooCommerce Memberships', block('woocommerce-memberships/member-content', '{"plans":[3]}')],
  ['Passster', block('passster/protected-content')],
  ['Ultimate Member', block('paragraph', '{"um_is_restrict":true,"um_who_access":"1"}')],
  ['Content Control', block('group', '{"contentControls":{"enabled":true,"rules":{"user":{}}}}')],
  ['Block Visibility', block('group', '{"blockVisibility":{"controlSets":[{"id":1,"enable":true}]}}')],
  ['a hidden block', block('paragraph', '{"metadata":{"blockVisibility":false}}')],
  ['Conditional Blocks', block('paragraph', '{"conditionalBlocks":[{"type":"userLoggedIn"}]}')],
  ['Otter', block('group', '{"otterConditions":[[{"type":"loggedInUser"}]]}')],
  ['Spectra', block('uagb/container', '{"UAGLoggedIn":true}')],
  ['LifterLMS', block('paragraph', '{"llms_visibility":"enrolled"}')],
  ['Newspack', block('newspack-memberships/content')],
  ['an unknown plug-in by an attribute', block('acme/box', '{"allowedRoles":["editor"]}')],
  ['Unlock Protocol', block('unlock-protocol/unlock-box', '{"locks":[{"address":"0x1"}]}')],
  ['Stackable', block('stackable/columns', '{"displayConditions":[{"type":"login-status"}]}')],
  ['GenerateBlocks', block('generateblocks/container', '{"gbBlockCondition":"12"}')],
  ['Divi 5', block('divi/text', '{"module":{"decoration":{"conditions":{"desktop":{"value":[{"id":"1"}]}}}}}')],
  ['Greyd', block('greyd/condition', '{"conditions":[{"type":"userrole"}]}')],
  ['Steady', '<p>A</p><!-- wp:steady-wp/paywall /--><p>Secret</p>'],
  ['Steady, older', '<p>A</p><!--steady-paywall--><p>Secret</p>'],
  ['a mark in a comment', '<p>A</p><!--members-only--><p>Secret</p>'],
] as const;

const fields: [string, Fields][] = [
  ['Jetpack', { _jetpack_newsletter_access: 'subscribers' }],
  ['Jetpack, paid content', { _jetpack_memberships_contains_paid_content: '1' }],
  ['Members', { _members_access_role: 'editor' }],
  ['Restrict Content Pro', { rcp_subscription_level: 'a:1:{i:0;s:1:"2";}' }],
  ['Restrict Content Pro, any level', { rcp_subscription_level: 'any' }],
  ['Restrict User Access', { _ca_level: '7' }],
  ['s2Member, level', { s2member_level: '1' }],
  ['Coil', { _coil_monetize_post_status: 'gate-all' }],
  ['Restrict Content Pro, level', { rcp_access_level: '2' }],
  ['Restrict Content Pro, role', { rcp_user_level: 'Editor' }],
  ['Restrict Content Pro, paid', { _is_paid: '1' }],
  ['s2Member', { s2member_ccaps_req: 'a:1:{i:0;s:4:"gold";}' }],
  [
    'Ultimate Member',
    { um_content_restriction: 'a:2:{s:26:"_um_custom_access_settings";b:1;s:14:"_um_accessible";s:1:"2";}' },
  ],
  [
    'Leaky Paywall',
    {
      _issuem_leaky_paywall_visibility: 'a:2:{s:15:"visibility_type";s:4:"only";s:8:"only_visible";a:1:{i:0;s:1:"0";}}',
    },
  ],
  ['Groups', { 'groups-read': '3' }],
  ['WP-Members', { _wpmem_block: '1' }],
  ['ARMember', { arm_access_plan: '0' }],
  ['Memberful', { memberful_acl: 'a:1:{i:0;s:2:"12";}' }],
  ['Memberful, registered users', { memberful_available_to_registered_users: '1' }],
  ['Ultimate Membership Pro', { ihc_mb_who: 'reg' }],
  ['Patreon', { 'patreon-level': '5' }],
  ['Passster', { passster_password: 'sesame' }],
  ['EDD Content Restriction', { _edd_cr_restricted_to: 'a:1:{i:0;a:1:{s:8:"download";s:1:"7";}}' }],
  ['Paid Member Subscriptions', { 'pms-content-restrict-user-status': 'loggedin' }],
  ['LifterLMS', { _llms_is_restricted: 'yes' }],
  ['Restrict User Access', { _ca_required_level: 'gold' }],
  ['MemberPress', { _mepr_unauthorized_message_type: 'custom' }],
  ['Wishlist', { wlm_members_only: 'Y' }],
  ['WP Private Content Plus', { _wppcp_post_page_visibility: 'member' }],
  ['YITH Membership', { _yith_wcmbs_restrict_access_plan: 'a:1:{i:0;s:2:"12";}' }],
  ['Pay For Post', { wc_pay_per_post_product_ids: 'a:1:{i:0;s:2:"12";}' }],
  ['Age Gate', { '_age_gate-restrict': '1' }],
  ['User Registration', { urcr_allow_to: '1' }],
  ['WP Fusion', { 'wpf-settings': 'a:2:{s:12:"lock_content";s:1:"1";s:10:"allow_tags";a:1:{i:0;s:1:"7";}}' }],
  ['Kit', { _wp_convertkit_post_meta: 'a:2:{s:4:"form";s:2:"-1";s:16:"restrict_content";s:10:"product_12";}' }],
  ['Essential Addons', { _elementor_data: '[{"settings":{"eael_ext_content_protection":"yes"}}]' }],
  ['Elementor Pro', { _elementor_data: String.raw`[{"settings":{"e_display_conditions":"[\"{}\"]"}}]` }],
  ['Dynamic Visibility', { _elementor_data: '[{"settings":{"enabled_visibility":"yes"}}]' }],
  [
    'Beaver Builder',
    { _fl_builder_data: 'a:1:{s:1:"a";O:8:"stdClass":1:{s:18:"visibility_display";s:9:"logged_in";}}' },
  ],
  ['an unknown plug-in', { acme_subscribers_only: 'true' }],
  ['an unknown plug-in with JSON', { _acme_access: '{"roles":["editor"]}' }],
  ['an unknown plug-in with roles', { acme_allowed_roles: 'a:1:{i:0;s:6:"editor";}' }],
];

const terms: [string, Record<string, string[]>][] = [
  ['a category for members', { category: ['Members only'] }],
  ['a category for those who pay', { category: ['News', 'Premium'] }],
  ['a tag for subscribers', { post_tag: ['subscribers-only'] }],
  ['a taxonomy of a plug-in', { 'simple-restrict-permission': ['Gold'] }],
];

const rule = (type: string, content: string): { item: WxrItem; meta: Fields } => ({
  item: { title: 'Gold', wp: { post_id: 90, post_type: 'memberpressrule' } },
  meta: { _mepr_rules_type: type, _mepr_rules_content: content },
});
const control = (items: object[]): { item: WxrItem; meta: Fields } => ({
  item: { title: 'Gold', wp: { post_id: 91, post_type: 'cc_restriction' } },
  meta: { restriction_settings: JSON.stringify({ userStatus: 'logged_in', conditions: { items } }) },
});

describe('a post of WordPress that not everybody saw is a draft with the reason:', () => {
  for (const [name, code] of shortcodes) {
    it(`shortcode of ${name}`, async () => {
      const [word = ''] = code.split(/[\s=]/);
      expect(await stateOf({ html: around(code) })).to.equal(`A part of it may be for members only: [${word}].`);
    });
  }
  for (const code of [
    'et_pb_section disabled="on"',
    'et_pb_row disabled_on="on|on|on"',
    'vc_row disable_element="yes"',
  ]) {
    it(`part that is switched off: ${code}`, async () => {
      const [name] = code.split(' ');
      expect(await stateOf({ html: around(code) })).to.equal(`A part of it is switched off: [${name}].`);
      expect(await stateOf({ html: around(code.replace(/=.*/, '="off"')) })).to.equal('published');
    });
  }
  for (const [name, html] of blocks) {
    it(`block of ${name}`, async () => {
      expect(await stateOf({ html })).to.match(
        /^A part of it (?:is for members only\.|may be for members only: the block .+\.)$/,
      );
    });
  }
  for (const [name, meta] of fields) {
    it(`field of ${name}`, async () => {
      const [key, value] = Object.entries(meta)[0]!;
      expect(await stateOf({}, meta)).to.equal(`Only some readers may see it: its ${key} is ${value.slice(0, 60)}.`);
    });
  }
  for (const [name, names] of terms) {
    it(name, async () => expect(await stateOf({ names })).to.match(/^It may be for members only: it is in ".+"\.$/));
  }
  for (const [name, other] of [
    ['all posts', rule('all_post', '')],
    ['one post', rule('single_post', '5')],
    ['its category', rule('category', 'News')],
    ['unknown posts', rule('all_tax_topic', 'x')],
    ['one post, by Content Control', control([{ name: 'content_is_selected_post', options: { selected: ['5'] } }])],
    ['unknown posts, by Content Control', control([{ name: 'content_is_blog_index' }])],
  ] as const) {
    it(`a rule for ${name}`, async () => {
      expect(await stateOf({ names: { category: ['News'] } }, {}, other)).to.equal(
        'Only some readers may see it: the rule "Gold" restricts it.',
      );
    });
  }
  for (const code of ['private#1', 'private_or#1#2']) {
    it(`shortcode of Magic Members: ${code}`, async () => {
      expect(await stateOf({ html: around(code) })).to.include(code.split('#')[0]);
    });
  }
  for (const meta of [
    { rcp_restricted_meta: 'a:1:{s:12:"access_level";s:1:"2";}' },
    { um_content_restriction: 'a:2:{s:26:"_um_custom_access_settings";b:1;s:14:"_um_accessible";s:1:"2";}' },
    { 'groups-read': '3' },
  ] as Fields[]) {
    it(`a category with ${Object.keys(meta)[0]}`, async () => {
      const post = wxrItem({ title: 'A', names: { category: ['Gold'] } }).replace(
        '"category"',
        '"category" nicename="gold"',
      );
      const category = `<wp:category><wp:category_nicename>gold</wp:category_nicename>${metaXml(meta, 'term')}</wp:category>`;
      expect(await stateOfXml(wxrStart + category + post + wxrEnd)).to.equal(
        'It may be for members only: it is in "Gold".',
      );
      expect(await stateOfXml(wxrStart + category.replace('gold', 'silver') + post + wxrEnd)).to.equal('published');
    });
  }
  it('a restricted part in a reusable block', async () => {
    const pattern = { title: 'P', html: around('is_paid'), wp: { post_id: 70, post_type: 'wp_block' } };
    const html = '<!-- wp:block {"ref":70} /-->';
    expect(await stateOf({ html }, {}, { item: pattern, meta: {} })).to.include('[is_paid]');
  });
});

describe('a post of WordPress that everybody saw stays public:', () => {
  for (const html of [
    '[gallery ids="1,2"] [caption id="x"]<img src="/a.png"> Our members[/caption] [audio src="/a.mp3"][/audio]',
    '[embed]https://v.example/members/login[/embed] [video mp4="/a.mp4"][/video] [playlist ids="1"]',
    '[contact-form-7 id="1" title="Members"] [table id=1 /] [su_note note_color="#fff"]Pay attention[/su_note]',
    '[tabs][tab title="Access"]How to get a password[/tab][tab title="Premium" group="1"]x[/tab][/tabs]',
    '[et_pb_section locked="off" admin_label="Members" _builder_version="4.9"][et_pb_text disabled_on="on|off|off"]x[/et_pb_text][/et_pb_section]',
    '[fusion_builder_container hide_on_mobile="small-visibility,medium-visibility" class="premium"]x[/fusion_builder_container]',
    '[vc_row el_class="members"][vc_column width="1/2"]x[/vc_column][/vc_row]',
    '[heading level="2"]Title[/heading] [button link="/login" type="primary"]Sign in[/button] [recipe]x[/recipe]',
    '[code]if (member) login();[/code] [remember]x[/remember] [[membership]x[/membership]]',
    '[members] of the [private] club[/note]',
    '[woocommerce_my_account] [mepr-login-form] [pmpro_levels]',
    '[box visibility="desktop" roles="no"]x[/box] [spoiler]x[/spoiler]',
    block('heading', '{"level":3}'),
    block(
      'group',
      '{"layout":{"type":"constrained"},"lock":{"move":true,"remove":false},"metadata":{"name":"Members"}}',
    ),
    block('query', '{"query":{"perPage":3,"author":"","inherit":true}}'),
    block('jetpack/subscriptions', '{"subscribePlaceholder":"Mail"}'),
    block('jetpack/contact-form', '{"subject":"Members"}'),
    block('acme/pricing-box', '{"title":"Premium","className":"is-paid"}'),
    block('paragraph', '{"um_is_restrict":false,"um_who_access":"0","llms_visibility":"all"}'),
    block('kadence/advancedheading', '{"level":2}'),
    '[accordion title="Levels of access"]x[/accordion] [toc levels="2"] [dropcap]A[/dropcap] [highlight]x[/highlight]',
    '[columns][column width="50%"]x[/column][/columns] [lightbox group="a"]x[/lightbox] [latex]x^2[/latex]',
    '[quote author="A member" job="Editor in chief"]x[/quote] [testimonial]x[/testimonial] [pullquote]x[/pullquote]',
    '[country]x[/country] [geogebra id="1"]x[/geogebra] [user_manual]x[/user_manual] [registrations]x[/registrations]',
    block('image', '{"id":7,"sizeSlug":"large","linkDestination":"none","className":"is-style-rounded"}'),
    block('generateblocks/container', '{"uniqueId":"a","isDynamic":true,"gbBlockCondition":""}'),
    block('details', '{"summary":"Members of the crew","showContent":true}'),
    '<!--more--><!--nextpage--><!-- members of the board -->',
  ]) {
    it(html.slice(0, 80), async () => expect(await stateOf({ html })).to.equal('published'));
  }
  for (const meta of [
    { _edit_lock: '1:1', _edit_last: '1', _thumbnail_id: '7', _wp_page_template: 'members.php', _pingme: '1' },
    { _jetpack_newsletter_access: 'everybody', _jetpack_memberships_contains_paid_content: '', rcp_user_level: 'None' },
    { _members_access_role: '', s2member_ccaps_req: 'a:0:{}', 'groups-read': '', _wpmem_block: '0', ihc_mb_who: 'all' },
    { um_content_restriction: 'a:8:{s:26:"_um_custom_access_settings";b:0;s:14:"_um_accessible";s:1:"2";}' },
    { _issuem_leaky_paywall_visibility: 'a:1:{s:15:"visibility_type";s:7:"default";}', 'patreon-level': '0' },
    { _wc_memberships_force_public: 'yes', _wc_memberships_use_custom_content_restricted_message: 'no' },
    { _yoast_wpseo_title: 'Members', rank_math_title: 'Login', _elementor_data: '[]', difficulty_level: '3' },
    { _wp_convertkit_post_meta: 'a:2:{s:4:"form";s:2:"-1";s:16:"restrict_content";s:1:"0";}' },
    { 'wpf-settings': 'a:2:{s:12:"lock_content";s:1:"0";s:10:"allow_tags";a:0:{}}', _genesis_hide_title: '1' },
    { _elementor_data: '[{"settings":{"eael_ext_content_protection":"no","hide_mobile":"hidden-mobile"}}]' },
    { _fl_builder_data: 'a:1:{s:1:"a";O:8:"stdClass":1:{s:18:"visibility_display";s:0:"";}}', dsq_thread_id: '7' },
    { 'classic-editor-remember': 'block-editor', post_views_count: '12', _sg_subscribe_to_comments: 'a@b.example' },
    { '_expiration-date-status': 'unsaved', ratings_users: '12', _stcr_x: 'Y', _wp_old_slug: 'members-only' },
    { actor_role: 'Hamlet', rating: '5', mood: 'private joke', _llms_is_restricted: 'no' },
    { 'pms-content-restrict-type': 'default', rcp_subscription_level: 'a:1:{i:0;s:0:"";}' },
  ] as Fields[]) {
    it(Object.keys(meta).join(', '), async () => expect(await stateOf({}, meta)).to.equal('published'));
  }
  for (const names of [
    { category: ['Passwords', 'Access control', 'Payments', 'Members of parliament'] },
    { post_tag: ['premium', 'members'], post_format: ['post-format-aside'] },
  ] as Record<string, string[]>[]) {
    it(`terms ${Object.values(names).flat().join(', ')}`, async () => {
      expect(await stateOf({ names })).to.equal('published');
    });
  }
  for (const [name, other] of [
    ['another post', rule('single_post', '6')],
    ['pages', rule('all_page', '')],
    ['shortcodes', rule('partial', '')],
    ['another post, by Content Control', control([{ name: 'content_is_selected_post', options: { selected: ['6'] } }])],
  ] as const) {
    it(`a rule for ${name}`, async () => expect(await stateOf({}, {}, other)).to.equal('published'));
  }
});
