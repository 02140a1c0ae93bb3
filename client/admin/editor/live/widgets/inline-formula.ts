import { WidgetType, type EditorView } from '@codemirror/view';

type ToMathml = typeof import('../../../../site/scripts/mathml.ts').toMathml;

/** Formulas longer than the site renders stay TeX. */
const LONGEST = 5000;
let toMathml: ToMathml | undefined;

/** A formula in a line, as the site shows it. */
export class InlineFormula extends WidgetType {
  readonly #tex: string;

  constructor(tex: string) {
    super();
    this.#tex = tex;
  }

  override eq(other: InlineFormula): boolean {
    return this.#tex === other.#tex;
  }

  toDOM(view: EditorView): HTMLElement {
    const place = document.createElement('span');
    place.className = 'live-math';
    place.textContent = this.#tex;
    if (toMathml) show(place, this.#tex, toMathml);
    else if (this.#tex.length <= LONGEST) void load(place, this.#tex, view);
    return place;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

async function load(place: HTMLElement, tex: string, view: EditorView): Promise<void> {
  try {
    ({ toMathml } = await import('../../../../site/scripts/mathml.ts'));
    show(place, tex, toMathml);
    view.requestMeasure();
  } catch {
    // It stays TeX.
  }
}

function show(place: HTMLElement, tex: string, convert: ToMathml): void {
  const result = tex.length <= LONGEST ? convert(tex, false) : '';
  if (typeof result === 'string') place.title = result;
  else place.replaceChildren(result);
}
