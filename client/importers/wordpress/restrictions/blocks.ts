import { readTable } from '../../markdown/fields.ts';
import { readBlock } from '../block-comments.ts';
import { isForEverybody, namesReaders, saysWho } from './words.ts';

/** Blocks that ask for a subscription or a payment, and hide nothing. */
const harmless =
  /^(?:jetpack\/(?:subscriptions|payment-buttons|recurring-payments|donations|simple-payments|payments-intro)|woocommerce\/.*)$/;
/** Blocks after which everything is for some readers. */
const cutting = /paywall|content-gate|members?-only/;
/** Attributes with texts and looks, which say nothing about readers. */
const texts =
  /^(?:name|content|label|text|title|caption|alt|url|href|className|anchor|placeholder|style|layout|lock|templateLock|categories|bindings)$/;
/** Comments of plug-ins that are no blocks. */
const marks =
  /^\/?(?:members?|membership|private|protected?|premium|paid|(?:steady-)?paywall|restrict|login|hidethis|hide|subscribers?|level)(?:[-_:][\w-]*)?(?: (?:only|start|begin|end))?$/i;

const COMMENT = /<!--([^<>]*)-->/g;

/** The first block, or mark in a comment, whose content not everybody sees; undefined without one. */
export function restrictingBlock(html: string): string | undefined {
  const judged = new Set<string>();
  for (const [, comment = ''] of html.matchAll(COMMENT)) {
    if (judged.has(comment)) continue;
    judged.add(comment);
    const text = comment.trim();
    if (!text.startsWith('wp:')) {
      if (text.length <= 60 && marks.test(text)) return `<!--${text}-->`;
      continue;
    }
    const block = readBlock(text);
    if (!block) continue;
    const { name, attributes, isDynamic } = block;
    if (harmless.test(name)) continue;
    if (name.includes('/') && (isDynamic ? cutting.test(name) : namesReaders(name))) return name;
    const key = isDynamic ? undefined : restrictingKey(attributes);
    if (key !== undefined) return `${name} with ${key}`;
  }
  return undefined;
}

function restrictingKey(attributes: Record<string, unknown>): string | undefined {
  for (const [key, value] of Object.entries(attributes)) {
    // The editor hides such a block from everybody.
    if (key === 'blockVisibility' && value === false) return key;
    if (texts.test(key)) continue;
    // Of headings and titles it is a number.
    const isRank = /^levels?$/.test(key) && typeof value === 'number';
    if (!isRank && saysWho(key) && !isForEverybody(value)) return key;
    const found = typeof value === 'object' && value !== null ? restrictingIn(value) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function restrictingIn(value: object): string | undefined {
  const tables = Array.isArray(value) ? value.map(readTable) : [readTable(value)];
  return tables.map((table) => restrictingKey(table)).find((key) => key !== undefined);
}
