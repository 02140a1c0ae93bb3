import { RangeSetBuilder, type Extension } from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin, type DecorationSet, type ViewUpdate } from '@codemirror/view';

import {
  hasRightToLeft,
  lettersOf,
  mainDirection,
  wholeDirection,
  type Direction,
} from '../../../../shared/text-direction.ts';

/**
 * Gives each line the direction of the text, unless all its letters are of the other, as the site does with blocks. The
 * direction of the text is that of the element around them.
 */
export function lineDirections(): Extension {
  const plugin = ViewPlugin.define((view) => ({ ...directionsIn(view), update }), {
    decorations: ({ lines }) => lines,
  });
  return [
    EditorView.perLineTextDirection.of(true),
    plugin,
    EditorView.contentAttributes.of((view) => ({ dir: view.plugin(plugin)?.around ?? 'auto' })),
  ];
}

interface Directions {
  around: Direction | 'auto';
  lines: DecorationSet;
}

function update(this: Directions, { view, docChanged, viewportChanged }: ViewUpdate): void {
  if (docChanged || viewportChanged) Object.assign(this, directionsIn(view));
}

const lineOf = {
  ltr: Decoration.line({ attributes: { dir: 'ltr' } }),
  rtl: Decoration.line({ attributes: { dir: 'rtl' } }),
};

function directionsIn({ state: { doc }, visibleRanges }: EditorView): Directions {
  const text = doc.toString();
  if (!hasRightToLeft(text)) return { around: 'auto', lines: Decoration.none };
  const around = mainDirection(lettersOf(text)) ?? 'ltr';
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of visibleRanges) {
    for (let { number } = doc.lineAt(from); number <= doc.lineAt(to).number; number++) {
      const line = doc.line(number);
      builder.add(line.from, line.from, lineOf[wholeDirection(lettersOf(line.text)) ?? around]);
    }
  }
  return { around, lines: builder.finish() };
}
