import { formulaBudget } from '../../../../shared/budgets.ts';
import {
  isBlank,
  isElement,
  replace,
  nodeText,
  walk,
  type Child,
  type Element,
  type Root,
} from '../../../html/hast.ts';
import { languageOf } from './code.ts';
import type { toMathml } from './mathml.ts';

/** Converts TeX formulas to MathML. */
export async function renderMaths(tree: Root): Promise<void> {
  const formulas = formulasIn(tree);
  walk(tree, ({ properties }) => {
    delete properties['dataInline'];
  });
  if (formulas.size === 0) return;
  const convert = await load();
  const withinBudget = formulaBudget();
  const rendered = new Map<Child, Child>();
  for (const [node, { code, isBlock }] of formulas) {
    const tex = nodeText(code);
    if (!withinBudget(tex)) continue;
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

/** Formulas by the node they replace: a code block, a paragraph without other content, or inline code. */
function formulasIn(tree: Root): Map<Child, Formula> {
  const formulas = new Map<Child, Formula>();
  const alone = new Set<Child>();
  walk(tree, (node) => {
    if (node.tagName === 'pre' || node.tagName === 'p') {
      const content = node.children.filter((child) => !isBlank(child));
      const [code] = content;
      if (content.length !== 1 || !isElement(code) || !isFormula(code)) return;
      if (code.properties['dataInline'] !== undefined) return;
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

/** Loads the large library only for texts with formulas. */
function load(): Promise<typeof toMathml> {
  return (loading ??= import('./mathml.ts').then((module) => module.toMathml));
}
