import { restrictingBlock } from './restrictions/blocks.ts';
import { restrictingField } from './restrictions/fields.ts';
import type { Rules } from './restrictions/rules.ts';
import { restrictingShortcode, findSwitchedOff } from './restrictions/shortcodes.ts';
import { restrictingTerm } from './restrictions/terms.ts';
import type { XmlElement } from './xml-items.ts';

/**
 * Why not everybody saw a post of WordPress, or a part of it; undefined if everybody did. Plug-ins of which nothing is
 * known here count as well: in doubt a post is a draft.
 */
export function whyMembersOnly(item: XmlElement, html: string, rules: Rules): string | undefined {
  const field = restrictingField(item);
  if (field) return `Only some readers may see it: its ${field.key} is ${field.value.slice(0, 60)}.`;
  const rule = rules.of(item);
  if (rule !== undefined) return `Only some readers may see it: the rule "${rule}" restricts it.`;
  const term = restrictingTerm(item) ?? rules.termOf(item);
  if (term !== undefined) return `It may be for members only: it is in "${term.slice(0, 60)}".`;
  const shortcode = restrictingShortcode(html);
  if (shortcode !== undefined) return `A part of it may be for members only: ${shortcode}.`;
  const off = findSwitchedOff(html);
  if (off !== undefined) return `A part of it is switched off: ${off}.`;
  const block = restrictingBlock(html);
  if (block?.startsWith('premium-content/')) return 'A part of it is for members only.';
  return block === undefined ? undefined : `A part of it may be for members only: the block ${block.slice(0, 80)}.`;
}
