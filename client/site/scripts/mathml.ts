import temml from 'temml';

import {
  droppedFromMathml,
  mathmlAttributes,
  mathmlClass,
  mathmlTags,
  formulaProblem,
  temmlOptions,
  UNKNOWN_FORMULA,
} from '../../../shared/mathml-rules.ts';

/** Converts TeX to MathML as the server does (server/site/render/plugins/mathml.ts). An invalid formula returns a message. */
export function toMathml(tex: string, isBlock: boolean): Element | string {
  try {
    // Not parsed as HTML, because browsers report inline styles there.
    const place = document.createElement('div');
    temml.render(tex, place, { ...temmlOptions, displayMode: isBlock });
    const math = place.firstElementChild;
    if (math?.localName !== 'math') return UNKNOWN_FORMULA;
    for (const element of math.querySelectorAll('*')) allow(element);
    limit(math);
    return math;
  } catch (error) {
    return formulaProblem(error);
  }
}

function allow(element: Element): void {
  const name = element.localName;
  if (droppedFromMathml.includes(name)) return element.remove();
  if (!mathmlTags.includes(name)) return element.replaceWith(...element.childNodes);
  limit(element);
  if (name === 'mrow' && (element.hasAttribute('displaystyle') || element.hasAttribute('scriptlevel'))) rename(element);
}

function limit(element: Element): void {
  const classes = [...element.classList].filter((name) => mathmlClass.test(name));
  for (const name of element.getAttributeNames()) if (!mathmlAttributes.includes(name)) element.removeAttribute(name);
  if (classes.length > 0) element.setAttribute('class', classes.join(' '));
}

/** Validators accept some attributes only on `mstyle`. */
function rename(row: Element): void {
  const style = document.createElementNS(row.namespaceURI, 'mstyle');
  for (const { name, value } of row.attributes) style.setAttribute(name, value);
  style.append(...row.childNodes);
  row.replaceWith(style);
}
