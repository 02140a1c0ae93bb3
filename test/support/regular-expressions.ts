import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor, type ESTree } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folders = ['entities', 'migrations', 'routers', 'server', 'shared', 'client', 'bin'];
/** Stands for a part of an expression that is known only when the program runs. */
const UNKNOWN = 'x';

/** A regular expression of the product. */
export interface Expression {
  source: string;
  flags: string;
  /** File and line of every place that has it. */
  places: string[];
}

/** All regular expressions of the product: literals, and calls of `RegExp` with a text that has constant parts. */
export function regularExpressions(): Expression[] {
  const found = new Map<string, Expression>();
  for (const file of folders.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,cjs}`, { cwd: root }))) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const { source, flags, at } of expressionsIn(file, text)) {
      const key = `/${source}/${flags}`;
      const place = `${file}:${text.slice(0, at).split('\n').length}`;
      const known = found.get(key);
      if (known) known.places.push(place);
      else found.set(key, { source, flags, places: [place] });
    }
  }
  return [...found.values()];
}

/** Those in the text of one file, by its syntax tree. */
export function expressionsIn(file: string, text: string): { source: string; flags: string; at: number }[] {
  const { program, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const found: { source: string; flags: string; at: number }[] = [];
  const constants = constantsOf(program);
  const call = ({ callee, arguments: [written, flags], start }: ESTree.NewExpression | ESTree.CallExpression) => {
    if (callee.type !== 'Identifier' || callee.name !== 'RegExp' || !written) return;
    const folded = folding(constants);
    const pattern = folded(written);
    if (pattern === UNKNOWN) return;
    // A number of repetitions.
    const source = pattern.replace(/(?<=\{\d*,?)x(?=,?\d*\})/g, '99');
    found.push({ source, flags: flags ? folded(flags) : '', at: start });
  };
  new Visitor({
    Literal({ regex, start }: { regex?: { pattern: string; flags: string }; start: number }) {
      if (regex) found.push({ source: regex.pattern, flags: regex.flags, at: start });
    },
    NewExpression: call,
    CallExpression: call,
  }).visit(program);
  return found;
}

type Constants = ReadonlyMap<string, ESTree.Expression>;

function constantsOf(program: ESTree.Program): Constants {
  const constants = new Map<string, ESTree.Expression>();
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init && !constants.has(id.name)) constants.set(id.name, init);
    },
  }).visit(program);
  return constants;
}

/** Evaluates the constant parts of a text; the others become `UNKNOWN`. */
function folding(constants: Constants): (node: ESTree.Argument) => string {
  const open = new Set<string>();
  return folded;

  function folded(node: ESTree.Argument | ESTree.PrivateIdentifier): string {
    if (node.type === 'Literal') return String(node.value);
    if (node.type === 'TemplateLiteral') return quasi(node, 'cooked');
    if (node.type === 'TaggedTemplateExpression') return quasi(node.quasi, 'raw');
    if (node.type === 'BinaryExpression' && node.operator === '+') return folded(node.left) + folded(node.right);
    if (node.type === 'TSAsExpression') return folded(node.expression);
    if (node.type === 'Identifier') return named(node.name);
    return node.type === 'CallExpression' ? joined(node) : UNKNOWN;
  }

  function quasi({ quasis, expressions }: ESTree.TemplateLiteral, kind: 'cooked' | 'raw'): string {
    return quasis
      .map(({ value }, at) => (value[kind] ?? '') + (expressions[at] ? folded(expressions[at]) : ''))
      .join('');
  }

  function named(name: string): string {
    const value = constants.get(name);
    if (!value || open.has(name)) return UNKNOWN;
    open.add(name);
    const text = folded(value);
    open.delete(name);
    return text;
  }

  /** `['a', 'b'].join('|')`. */
  function joined({ callee, arguments: [by] }: ESTree.CallExpression): string {
    if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier' || !by) return UNKNOWN;
    let list = constants.get(callee.object.name);
    if (list?.type === 'TSAsExpression') list = list.expression;
    if (list?.type !== 'ArrayExpression') return UNKNOWN;
    const parts = list.elements.map((one) => (one && one.type !== 'SpreadElement' ? folded(one) : UNKNOWN));
    return parts.join(folded(by));
  }
}
