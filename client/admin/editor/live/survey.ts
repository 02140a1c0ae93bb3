import { syntaxTree } from '@codemirror/language';
import { StateField, type EditorState } from '@codemirror/state';

import { normalLabel } from '../../../../shared/labels.ts';

/** What the look of a part depends on elsewhere in the text. */
export interface Survey {
  /** The level that the site gives a heading, by where it begins. */
  levels: ReadonlyMap<number, number>;
  /** The labels of links that are defined. */
  links: ReadonlySet<string>;
  /** The numbers of footnotes that are defined, by their labels, in the order of their first marks. */
  notes: ReadonlyMap<string, number>;
}

/** The survey of the text; it looks into no paragraph, so that it takes a fraction of a millisecond. */
export const survey = StateField.define<Survey>({
  create: surveyOf,
  update: (found, { docChanged, startState, state }) =>
    docChanged || syntaxTree(startState) !== syntaxTree(state) ? surveyOf(state) : found,
});

const containers = /^(?:Document|Blockquote|BulletList|OrderedList|ListItem|FootnoteDefinition)$/;

function surveyOf(state: EditorState): Survey {
  const levels = new Map<number, number>();
  const links = new Set<string>();
  const defined = new Set<string>();
  const ancestors: number[] = [];
  syntaxTree(state).iterate({
    enter({ name, from, to }) {
      const [, written] = /^(?:ATX|Setext)Heading(\d)$/.exec(name) ?? [];
      if (written !== undefined) {
        while ((ancestors.at(-1) ?? 0) >= Number(written)) ancestors.pop();
        ancestors.push(Number(written));
        levels.set(from, Math.min(6, ancestors.length + 1));
      } else if (name === 'LinkReference') {
        links.add(normalLabel(/^\[((?:\\.|[^\]\\])*)\]/.exec(state.sliceDoc(from, to))?.[1] ?? ''));
      } else if (name === 'FootnoteMark') defined.add(normalLabel(state.sliceDoc(from + 2, to - 2)));
      return containers.test(name);
    },
  });
  return { levels, links, notes: numbersIn(state, defined) };
}

function numbersIn(state: EditorState, defined: ReadonlySet<string>): Map<string, number> {
  const numbers = new Map<string, number>();
  if (defined.size === 0) return numbers;
  for (const [, label = ''] of state.doc.toString().matchAll(/\[\^([^\s[\]]{1,999})\](?!:)/g)) {
    const name = normalLabel(label);
    if (defined.has(name) && !numbers.has(name)) numbers.set(name, numbers.size + 1);
  }
  return numbers;
}
