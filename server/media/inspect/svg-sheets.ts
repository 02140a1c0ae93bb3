import { nodeText, walk, type Element, type Parent, type Root } from '../../html/hast.ts';
import { Damaged } from './damaged.ts';
import { declarationsIn } from './svg-declarations.ts';

/** An element that a selector names, such as `rect.big`. */
interface Compound {
  /** In lower case; "" for any. */
  tag: string;
  id: string | undefined;
  classes: readonly string[];
  /** Whether it is a child of the one before, and not only inside of it. */
  isChild: boolean;
}

/** A rule for one selector. */
interface Rule {
  /** From the outermost to the element itself. */
  selector: readonly Compound[];
  specificity: number;
  properties: Record<string, string>;
  /** The work of applying it. */
  cost: number;
}

/** What selectors see of an element, and of its ancestors. */
interface Place {
  compound: Compound;
  classes: ReadonlySet<string>;
  around: Place | null;
}

/** The maximum number of elements in a selector; drawing programs write up to three. */
const MAX_COMPOUNDS = 6;
/**
 * The maximum number of comparisons of rules with elements, and of declarations that are applied: about a second. Large
 * Mermaid drawings need thousands.
 */
const MAX_STEPS = 1_000_000;

/** How many of these steps are left. */
interface Budget {
  left: number;
}

/**
 * Turns the rules of style sheets into attributes: Illustrator, Mermaid and others write all colours as rules.
 * Selectors are names, classes, ids, descendants and children; rules with others, and at-rules, are ignored.
 *
 * @throws Damaged when there are too many rules and elements
 */
export function applyStyleSheets(root: Root): void {
  const sheets: string[] = [];
  walk(root, (element) => {
    if (element.tagName === 'style') sheets.push(nodeText(element));
  });
  const rules = sheets.flatMap(rulesIn).sort((one, other) => one.specificity - other.specificity);
  if (rules.length > 0) apply(byLastKey(rules), root, null, { left: MAX_STEPS });
}

/** In the order in which they apply. */
function byLastKey(rules: readonly Rule[]): Map<string, { rule: Rule; order: number }[]> {
  const numbered = rules.map((rule, order) => ({ rule, order }));
  return Map.groupBy(numbered, ({ rule }) => keysOf(rule.selector.at(-1)!)[0]!);
}

function apply(rules: ReturnType<typeof byLastKey>, parent: Parent, around: Place | null, budget: Budget): void {
  for (const element of parent.children) {
    if (element.type !== 'element') continue;
    const place = elementPlace(element, around);
    const matching = [...keysOf(place.compound), '*']
      .flatMap((key) => rules.get(key) ?? [])
      .filter(({ rule }) => matches(rule.selector, place, budget))
      .sort((one, other) => one.order - other.order);
    for (const { rule } of matching) {
      take(budget, rule.cost);
      Object.assign(element.properties, rule.properties);
    }
    apply(rules, element, place, budget);
  }
}

function elementPlace({ tagName, properties: { id, className } }: Element, around: Place | null): Place {
  const classes = new Set(Array.isArray(className) ? className.map(String) : []);
  const named = { tag: tagName.toLowerCase(), id: id ? String(id) : undefined };
  return { compound: { ...named, classes: [...classes], isChild: false }, classes, around };
}

function rulesIn(sheet: string): Rule[] {
  return blocksIn(sheet.replaceAll(/\/\*[^]*?(?:\*\/|$)/g, '')).flatMap(([selectors, block]) => {
    const declarations = declarationsIn(block);
    if (declarations.length === 0 || block.includes('{')) return [];
    const properties = Object.fromEntries(declarations);
    const cost = Object.keys(properties).length;
    return selectors.split(',').flatMap((text) => {
      const selector = selectorOf(text);
      return selector ? [{ selector, specificity: specificityOf(selector), properties, cost }] : [];
    });
  });
}

/** The outermost blocks: the text before the braces of each one, and the text in them. */
function blocksIn(text: string): [before: string, block: string][] {
  const blocks: [string, string][] = [];
  let [start, opening, depth] = [0, 0, 0];
  for (const { 0: sign, index } of text.matchAll(/[{};]/g)) {
    if (sign === '{' && depth++ === 0) opening = index;
    if (sign === '}' && depth > 0 && --depth === 0) {
      blocks.push([text.slice(start, opening), text.slice(opening + 1, index)]);
      start = index + 1;
    }
    if (sign === ';' && depth === 0) start = index + 1;
  }
  return blocks;
}

/** @returns null when it is more than names, classes, ids, descendants and children */
function selectorOf(text: string): Compound[] | null {
  const parts = text
    .trim()
    .replaceAll(/(?<!\s)\s*>\s*/g, ' >')
    .split(/\s+/);
  const compounds = parts.map(readCompound);
  return parts.length <= MAX_COMPOUNDS && compounds.every((one) => one !== null) ? compounds : null;
}

function readCompound(text: string): Compound | null {
  const [, child = '', tag = '', rest = ''] = /^(>?)(\*|[a-z][\w-]*)?((?:[.#][\w\u0080-\uffff-]+)*)$/i.exec(text) ?? [];
  const parts = rest.match(/[.#][^.#]+/g) ?? [];
  if (tag === '' && parts.length === 0) return null;
  const named = (sign: string) => parts.filter((part) => part.startsWith(sign)).map((part) => part.slice(1));
  return {
    tag: tag === '*' ? '' : tag.toLowerCase(),
    id: named('#')[0],
    classes: named('.'),
    isChild: child !== '',
  };
}

/** The keys by which rules are found; the first is the rarest. */
function keysOf({ id, classes, tag }: Compound): string[] {
  return [...(id === undefined ? [] : [`#${id}`]), ...classes.map((name) => `.${name}`), tag === '' ? '*' : tag];
}

function specificityOf(selector: readonly Compound[]): number {
  const one = ({ id, classes, tag }: Compound) => (id ? 10_000 : 0) + 100 * classes.length + (tag ? 1 : 0);
  return selector.reduce((sum, compound) => sum + one(compound), 0);
}

/** @throws Damaged when no steps are left */
function take(budget: Budget, steps: number): void {
  budget.left -= steps;
  if (budget.left < 0) throw new Damaged('The style sheets take too long.');
}

function matches(
  selector: readonly Compound[],
  { compound: { tag, id }, classes, around }: Place,
  budget: Budget,
): boolean {
  const [last, before] = [selector.at(-1)!, selector.slice(0, -1)];
  take(budget, 1 + last.classes.length);
  const isThis =
    (last.tag === '' || last.tag === tag) &&
    (last.id === undefined || last.id === id) &&
    last.classes.every((name) => classes.has(name));
  if (!isThis || before.length === 0) return isThis;
  for (let place = around; place; place = place.around) {
    if (matches(before, place, budget)) return true;
    if (last.isChild) return false;
  }
  return false;
}
