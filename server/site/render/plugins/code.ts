import { codeBudget } from '../../../../shared/budgets.ts';
import { walk, type Element, type Root } from '../../../html/hast.ts';

/** Highlights code blocks in known languages with classes `hljs-*`. */
export async function highlight(tree: Root): Promise<void> {
  const blocks = codeBlocks(tree);
  if (blocks.length === 0) return;
  const lowlight = await load();
  const withinBudget = codeBudget();
  for (const { code, language } of blocks) {
    const [text] = code.children;
    if (text?.type !== 'text' || code.children.length > 1 || !lowlight.registered(language)) continue;
    if (!withinBudget(text.value)) continue;
    code.children = lowlight.highlight(language, text.value).children as Element['children'];
  }
}

/** The language of a code block, such as "rust"; null if it has none. */
export function languageOf({ properties }: Element): string | null {
  const [name] = [properties['className']].flat();
  return typeof name === 'string' ? name.slice('language-'.length) : null;
}

function codeBlocks(tree: Root): { code: Element; language: string }[] {
  const blocks: { code: Element; language: string }[] = [];
  walk(tree, (code, { parent }) => {
    const declared = code.tagName === 'code' ? languageOf(code) : null;
    if (declared === null) return;
    // In "rust,no_run" only the first part is the language.
    const language = declared.split(/[,{]/)[0]!.toLowerCase();
    code.properties['className'] = [`language-${language}`];
    if (parent.type === 'element' && parent.tagName === 'pre' && language !== 'math') blocks.push({ code, language });
  });
  return blocks;
}

let loading: ReturnType<typeof start> | undefined;

/** Loads the large library only for texts with code. */
function load(): ReturnType<typeof start> {
  return (loading ??= start());
}

async function start() {
  const { common, createLowlight } = await import('lowlight');
  return createLowlight(common);
}
