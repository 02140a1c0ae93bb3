import { DEEPEST } from '../unfit.ts';

/**
 * Finds where fields of YAML, TOML or JSON are nested deeper than 200 levels, without reading them: brackets that are
 * open, indentation, and signs that begin a level each, as in `- - - a`. Brackets in texts count as well; no text leaves
 * that many of them open.
 *
 * @returns the number of the line, from 1; 0 if there is none
 */
export function tooDeepLine(fields: string): number {
  const indents: number[] = [];
  let brackets = 0;
  let number = 0;
  for (const line of fields.split('\n')) {
    number++;
    const indent = line.length - line.trimStart().length;
    if (indent < line.length) {
      while (indents.length > 0 && indents.at(-1)! >= indent) indents.pop();
      indents.push(indent);
    }
    let signs = 0;
    for (let at = 0; at < line.length; at++) {
      const sign = line[at]!;
      if (sign === '[' || sign === '{') brackets++;
      else if (sign === ']' || sign === '}') brackets = Math.max(0, brackets - 1);
      if (/[-?:]/.test(sign) && /\s/.test(line[at + 1] ?? ' ')) signs++;
      else if (/\S/.test(sign)) signs = 0;
      if (brackets > DEEPEST || indents.length + signs > DEEPEST) return number;
    }
  }
  return 0;
}
