import { RangeSetBuilder, type Extension } from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin, type DecorationSet, type ViewUpdate } from '@codemirror/view';

import { hasRightToLeft, lettersOf, mainDirection, wholeDirection } from '../../../../shared/text-direction.ts';

/** Gives each line the direction of the text, unless all its letters are of the other, as the site does with blocks. */
export function lineDirections(): Extension {
  return [
    EditorView.perLineTextDirection.of(true),
    ViewPlugin.define((view) => ({ lines: directionsIn(view), update }), { decorations: ({ lines }) => lines }),
  ];
}

function update(this: { lines: DecorationSet }, { view, docChanged, viewportChanged }: ViewUpdate): void {
  if (docChanged || viewportChanged) this.lines = directionsIn(view);
}

const lineOf = {
  ltr: Decoration.line({ attributes: { dir: 'ltr' } }),
  rtl: Decoration.line({ attributes: { dir: 'rtl' } }),
};

function directionsIn({ state: { doc }, visibleRanges }: EditorView): DecorationSet {
  const text = doc.toString();
  if (!hasRightToLeft(text)) return Decoration.none;
  const around = mainDirection(lettersOf(text)) ?? 'ltr';
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of visibleRanges) {
    for (let { number } = doc.lineAt(from); number <= doc.lineAt(to).number; number++) {
      const line = doc.line(number);
      builder.add(line.from, line.from, lineOf[wholeDirection(lettersOf(line.text)) ?? around]);
    }
  }
  return builder.finish();
}
