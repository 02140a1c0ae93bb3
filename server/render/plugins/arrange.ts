import { element, isBlank, isElement, replace, type Child, type Element } from '../hast.ts';
import { arrangeTable } from './arrange-table.ts';

/** Puts the children of an element into the order that HTML asks of it; gives what is to stand in its place. */
export function arrange(found: Element): Child[] {
  return arrangements[found.tagName]?.(found) ?? [found];
}

const arrangements: Record<string, ((found: Element) => Child[]) | undefined> = {
  ul: arrangeList,
  ol: arrangeList,
  dl: arrangeDefinitions,
  details: arrangeDetails,
  figure: arrangeFigure,
  ruby: arrangeRuby,
  table: arrangeTable,
};

function arrangeList(list: Element): Child[] {
  list.children = list.children.map((child) =>
    isElement(child, 'li') || isSpace(child) ? child : element('li', {}, [child]),
  );
  return [list];
}

/** Terms are followed by definitions, all of them in groups or none. */
function arrangeDefinitions(list: Element): Child[] {
  if (isGroup(list) || list.children.every((child) => isSpace(child) || isGroup(child))) {
    if (!list.children.every(isSpace)) return [list];
  }
  list.tagName = 'div';
  for (const group of [list, ...list.children]) {
    if (!isElement(group, 'div')) continue;
    for (const child of group.children) if (isElement(child) && /^d[td]$/.test(child.tagName)) child.tagName = 'div';
  }
  return [list];
}

function isGroup(node: Child): boolean {
  if (!isElement(node)) return false;
  const names = node.children.filter((child) => !isSpace(child)).map((child) => isElement(child) && child.tagName);
  return /^(?:(?:dt )+(?:dd )+)+$/.test(names.map((name) => `${name} `).join(''));
}

/** One summary, in front. */
function arrangeDetails(details: Element): Child[] {
  const [first, ...others] = details.children.filter((child) => isElement(child, 'summary'));
  for (const other of others) if (isElement(other)) other.tagName = 'div';
  const summary = isElement(first) && !isBlank(first) ? first : element('summary', {}, [{ type: 'text', value: '…' }]);
  const links = takeLinks(summary);
  const content = details.children.filter((child) => child !== first);
  details.children = [summary, ...(links.length > 0 ? [element('p', {}, links)] : []), ...content];
  return [details];
}

/** A summary is a button, in which screen readers find no other: links move to the line below. */
function takeLinks(summary: Element): Child[] {
  const links: Child[] = [];
  replace(summary, (node) => {
    if (node.tagName === 'input') return { type: 'text', value: node.properties['checked'] ? '☑' : '☐' };
    if (node.tagName !== 'a' || node.properties['href'] === undefined) return undefined;
    links.push(...(links.length > 0 ? [{ type: 'text' as const, value: ' ' }] : []), node);
    return element('span', {}, node.children.map(copyOf));
  });
  return links;
}

/** Without what may be there once only. */
function copyOf(node: Child): Child {
  if (node.type !== 'element') return node;
  const { id: _, ...properties } = node.properties;
  return element(node.tagName, properties, node.children.map(copyOf));
}

/** One caption, first or last. */
function arrangeFigure(figure: Element): Child[] {
  const content = figure.children.filter((child) => !isSpace(child));
  const captions = content.filter((child) => isElement(child, 'figcaption'));
  const kept = [content[0], content.at(-1)].find((child) => isElement(child, 'figcaption'));
  for (const caption of captions) if (isElement(caption) && caption !== kept) caption.tagName = 'div';
  return [figure];
}

/** Each piece of text is followed by its reading; `rp` is allowed around it alone. */
function arrangeRuby(ruby: Element): Child[] {
  const kinds = ruby.children.filter((child) => !isSpace(child)).map((child) => kindInRuby(child));
  if (/^(?:b+(?:t|p(?:tp)+))+$/.test(kinds.join(''))) return [ruby];
  return ruby.children.flatMap((child) => (kindInRuby(child) === 'b' ? child : (child as Element).children));
}

function kindInRuby(child: Child): string {
  if (isElement(child, 'rt')) return 't';
  return isElement(child, 'rp') ? 'p' : 'b';
}

function isSpace(node: Child): boolean {
  return node.type === 'text' ? node.value.trim() === '' : node.type !== 'element';
}
