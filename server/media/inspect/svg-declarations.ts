import type { Element } from '../../html/hast.ts';

/** hast properties and their values. */
type Declarations = readonly (readonly [property: string, value: string])[];

/** Presentation attributes. Those that can reference an image or a filter may only reference parts of the same file. */
export const styleProperties =
  `alignmentBaseline baselineShift clipPath clipRule color colorInterpolation colorInterpolationFilters direction
  display dominantBaseline fill fillOpacity fillRule filter floodColor floodOpacity fontFamily fontSize fontStyle
  fontVariant fontWeight imageRendering letterSpacing lightingColor markerEnd markerMid markerStart mask maskType opacity overflow
  paintOrder shapeRendering stopColor stopOpacity stroke strokeDashArray strokeDashOffset strokeLineCap strokeLineJoin
  strokeMiterLimit strokeOpacity strokeWidth textAnchor textDecoration textRendering transformOrigin vectorEffect visibility wordSpacing
  writingMode`.split(/\s+/);

/** The names of attributes that differ from the property by more than hyphens. */
const styleNames = new Map(
  styleProperties.map((name) => [name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), name]),
);
for (const name of ['strokeDashArray', 'strokeDashOffset', 'strokeLineCap', 'strokeLineJoin', 'strokeMiterLimit']) {
  styleNames.set(
    name.replace(/^stroke(.*)$/, (_, rest: string) => `stroke-${rest.toLowerCase()}`),
    name,
  );
}

/** The declarations of a style sheet or a `style` attribute that have a presentation attribute, such as `fill: red`. */
export function declarationsIn(text: string): Declarations {
  return text.split(';').flatMap((declaration) => {
    const { name, value } = namedValue(declaration);
    const property = styleNames.get(name);
    return property === undefined || value === '' ? [] : [[property, value] as const];
  });
}

/** @returns the name in lower case; "" without one */
export function namedValue(declaration: string): { name: string; value: string } {
  const colon = declaration.indexOf(':');
  const name = declaration.slice(0, Math.max(colon, 0)).trim().toLowerCase();
  const value = declaration.slice(colon + 1).trim();
  const end = value.length - IMPORTANT.length;
  const isImportant = end >= 0 && value.slice(end).toLowerCase() === IMPORTANT;
  return { name, value: isImportant ? value.slice(0, end).trimEnd() : value };
}

const IMPORTANT = '!important';

/** Turns the `style` attribute, as editors such as Inkscape write it, into attributes. */
export function applyStyleAttribute({ properties }: Element): void {
  const { style } = properties;
  if (typeof style === 'string') Object.assign(properties, Object.fromEntries(declarationsIn(style)));
}
