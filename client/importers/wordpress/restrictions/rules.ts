import { readTable } from '../../markdown/fields.ts';
import { readMeta, childText, type XmlElement } from '../xml-items.ts';
import { restrictingField } from './fields.ts';

/** The elements of terms. */
const domains: Record<string, (term: XmlElement) => string> = {
  'wp:category': (term) => `category ${childText(term, 'wp:category_nicename')}`,
  'wp:tag': (term) => `post_tag ${childText(term, 'wp:tag_slug')}`,
  'wp:term': (term) => `${childText(term, 'wp:term_taxonomy')} ${childText(term, 'wp:term_slug')}`,
};

/** Which posts a plug-in shows to some readers only, as items of the export say it. */
export class Rules {
  readonly #rules: { title: string; holds: (item: XmlElement) => boolean }[] = [];

  /** Categories and other terms, as `domain name`, whose posts some readers see. */
  readonly #terms = new Set<string>();

  /** Adds an item if it is a rule of MemberPress or Content Control that is in force, or a term with a restriction. */
  add(item: XmlElement): void {
    const domain = domains[item.name];
    if (domain !== undefined && restrictingField(item, 'wp:termmeta')) this.#terms.add(domain(item));
    if (childText(item, 'wp:status') !== 'publish') return;
    const type = childText(item, 'wp:post_type');
    const title = childText(item, 'title').slice(0, 60);
    if (type === 'memberpressrule') this.#rules.push({ title, holds: ofMemberPress(item) });
    if (type === 'cc_restriction') this.#rules.push({ title, holds: ofContentControl(item) });
  }

  /** The restricted category or other term of a post; undefined without one. */
  termOf(item: XmlElement): string | undefined {
    if (this.#terms.size === 0) return undefined;
    const isRestricted = ({ name, attributes }: XmlElement) =>
      name === 'category' && this.#terms.has(`${attributes['domain']} ${attributes['nicename']}`);
    return item.children.find(isRestricted)?.text.trim();
  }

  /** The title of a rule that restricts a post; undefined without one. */
  of(item: XmlElement): string | undefined {
    return this.#rules.find(({ holds }) => holds(item))?.title;
  }
}

function ofMemberPress(rule: XmlElement): (item: XmlElement) => boolean {
  const type = readMeta(rule, '_mepr_rules_type');
  const content = readMeta(rule, '_mepr_rules_content')
    .split(',')
    .map((one) => one.trim());
  const [, kind] = /^(?:all|single|parent)_(post|page)$/.exec(type) ?? [];
  if (type === 'partial') return () => false;
  if (kind !== undefined) {
    const field = type.startsWith('parent') ? 'wp:post_parent' : 'wp:post_id';
    return (item) =>
      childText(item, 'wp:post_type') === kind && (type.startsWith('all') || content.includes(childText(item, field)));
  }
  const domain = { category: 'category', tag: 'post_tag' }[type];
  if (domain === undefined || content.some((one) => /^\d*$/.test(one))) return () => true;
  return (item) => item.children.some((one) => one.name === 'category' && isNamed(one, domain, content));
}

function isNamed({ attributes, text }: XmlElement, domain: string, names: string[]): boolean {
  return (
    attributes['domain'] === domain && [attributes['nicename'] ?? '', text.trim()].some((one) => names.includes(one))
  );
}

/** Rules that name posts restrict these; of all others it is not known. */
function ofContentControl(rule: XmlElement): (item: XmlElement) => boolean {
  try {
    const { conditions } = readTable(JSON.parse(readMeta(rule, 'restriction_settings')));
    const items = readTable(conditions)['items'];
    const rules = (Array.isArray(items) ? items : []).map(readTable);
    const ids = rules.flatMap(({ name, options }) => {
      const selected = readTable(options)['selected'];
      return /^content_is_selected_(?:post|page)$/.test(String(name)) && Array.isArray(selected) ? [selected] : [];
    });
    if (rules.length === 0 || ids.length < rules.length) return () => true;
    const all = new Set(ids.flat().map(String));
    return (item) => all.has(childText(item, 'wp:post_id'));
  } catch {
    return () => true;
  }
}
