import { formulaBudget } from '../../../shared/budgets.ts';
import { isBlank, isElement, replace, textOf, walk, type Child, type Element, type Root } from '../hast.ts';
import { languageOf } from './code.ts';
import type { toMathml } from './mathml.ts';

/** Shows formulas in TeX as MathML. */
export async function renderMaths(tree: Root): Promise<void> {
  const formulas = formulasIn(tree);
  if (formulas.size === 0) return;
  const convert = await load();
  const fits = formulaBudget();
  const rendered = new Map<Child, Child>();
  for (const [node, { code, isBlock }] of formulas) {
    const tex = textOf(code);
    if (!fits(tex)) continue;
    const result = convert(tex, isBlock);
    if (typeof result === 'string') code.properties['title'] = result;
    else rendered.set(node, result);
  }
  replace(tree, (node) => rendered.get(node));
}

interface Formula {
  code: Element;
  isBlock: boolean;
}

/** By the node that a formula replaces: a block of code, a paragraph that holds nothing else, or a part of a line. */
function formulasIn(tree: Root): Map<Child, Formula> {
  const formulas = new Map<Child, Formula>();
  const alone = new Set<Child>();
  walk(tree, (node) => {
    if (node.tagName === 'pre' || node.tagName === 'p') {
      const content = node.children.filter((child) => !isBlank(child));
      const [code] = content;
      if (content.length !== 1 || !isElement(code) || !isFormula(code)) return;
      alone.add(code);
      formulas.set(node, { code, isBlock: true });
    } else if (isFormula(node) && !alone.has(node)) formulas.set(node, { code: node, isBlock: false });
  });
  return formulas;
}

function isFormula(node: Element): boolean {
  return node.tagName === 'code' && languageOf(node) === 'math';
}

let loading: Promise<typeof toMathml> | undefined;

/** A large library, which few texts need. */
function load(): Promise<typeof toMathml> {
  return (loading ??= import('./mathml.ts').then((module) => module.toMathml));
}
