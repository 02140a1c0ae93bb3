import { readTable, type Fields } from '../markdown/fields.ts';
import type { Node } from '../html/nodes.ts';

/** A block of WordPress, as the comment before its HTML describes it. */
interface Block {
  /** Without `core/`. */
  name: string;
  attributes: Fields;
  /** Whether it has no HTML: WordPress makes it when it shows the post. */
  isDynamic: boolean;
}

/** The block that a comment begins; undefined for other comments. */
export function readBlock(comment: string): Block | undefined {
  const text = comment.trim();
  const [start, name] = /^wp:([a-z][\w-]*(?:\/[a-z][\w-]*)?)/.exec(text) ?? [];
  if (start === undefined || name === undefined) return undefined;
  const isDynamic = text.endsWith('/');
  const attributes = attributesIn(text.slice(start.length, isDynamic ? -1 : undefined));
  return { name: name.replace(/^core\//, ''), attributes, isDynamic };
}

/** Blocks without HTML that show nothing, or the post itself. */
const nothing = /^(?:spacer|separator|more|nextpage|footnotes|social-link|paragraph|post-.*)$/;

/** Nothing for the comment of a block; the names of those that WordPress fills are noted. Undefined for other comments. */
export function dynamicBlock(comment: string, names: Set<string>): Node[] | undefined {
  const block = readBlock(comment);
  // The HTML of a query contains the blocks of each post that it finds.
  if (block && (block.name === 'query' || (block.isDynamic && !nothing.test(block.name)))) names.add(block.name);
  return block && [];
}

function attributesIn(json: string): Fields {
  try {
    return readTable(JSON.parse(json));
  } catch {
    return {};
  }
}
