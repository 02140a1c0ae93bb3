import type { createLowlight } from 'lowlight';

/** A coloured part of a code. */
interface ColouredPart {
  from: number;
  to: number;
  /** Such as `hljs-keyword`. */
  className: string;
}

type Highlighter = ReturnType<typeof createLowlight>;
type Node = ReturnType<Highlighter['highlight']>['children'][number];

/** Longer code is not coloured, because it would be read again with each key. */
const LONGEST = 20_000;
/** How many blocks are kept. */
const MAX_KEPT = 100;
const kept = new Map<string, ColouredPart[]>();
let highlighter: Highlighter | undefined;
let loading: Promise<void> | undefined;
const listeners = new Set<() => void>();

/** The parts of a code in the colours of the site; none before the library is loaded, which `onColours` reports. */
export function colouredParts(code: string, language: string): readonly ColouredPart[] {
  if (!highlighter) {
    loading ??= load();
    return [];
  }
  const name = language.toLowerCase();
  if (code.length > LONGEST || !highlighter.registered(name)) return [];
  const key = `${name}\n${code}`;
  const parts = kept.get(key) ?? partsIn(highlighter.highlight(name, code).children);
  kept.delete(key);
  kept.set(key, parts);
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  return parts;
}

/** Calls when code can be coloured. @returns ends it */
export function onColours(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function load(): Promise<void> {
  try {
    const { common, createLowlight } = await import('lowlight');
    highlighter = createLowlight(common);
    for (const listener of listeners) listener();
  } catch {
    // The next code tries again; meanwhile it has no colours.
    loading = undefined;
  }
}

function partsIn(nodes: readonly Node[]): ColouredPart[] {
  const parts: ColouredPart[] = [];
  let at = 0;
  const read = (node: Node): void => {
    if (node.type === 'text') at += node.value.length;
    if (node.type !== 'element') return;
    const from = at;
    for (const child of node.children) read(child);
    const className = [node.properties['className']].flat().join(' ');
    if (from < at) parts.push({ from, to: at, className });
  };
  nodes.forEach(read);
  return parts;
}
