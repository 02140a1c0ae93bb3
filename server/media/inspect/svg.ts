import { fromHtml } from 'hast-util-from-html';
import { sanitize, type Schema } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';

import { walk, type Element, type Root } from '../../render/hast.ts';
import { Damaged } from './damaged.ts';

/** An SVG that shows the same, and runs and loads nothing. */
export interface CleanSvg {
  text: string;
  width: number | null;
  height: number | null;
}

const elements = `svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan textPath
  linearGradient radialGradient stop clipPath mask pattern marker switch filter feBlend feColorMatrix
  feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow
  feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight
  feSpecularLighting feSpotLight feTile feTurbulence`.split(/\s+/);

/** As properties of hast, which are the attributes in camel case. */
const attributes =
  `id className xmlns xmlnsXLink viewBox version width height x y x1 x2 y1 y2 cx cy r rx ry fx fy fr d points
  transform preserveAspectRatio pathLength offset gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits
  maskContentUnits patternUnits patternContentUnits patternTransform markerUnits markerWidth markerHeight refX refY orient
  startOffset method spacing side textLength lengthAdjust dx dy rotate xmlSpace xmlLang role ariaLabel
  filterUnits primitiveUnits in in2 result mode type values operator k1 k2 k3 k4 stdDeviation edgeMode order kernelMatrix
  divisor bias targetX targetY preserveAlpha surfaceScale diffuseConstant specularConstant specularExponent scale
  xChannelSelector yChannelSelector azimuth elevation radius baseFrequency numOctaves seed stitchTiles pointsAtX pointsAtY
  pointsAtZ limitingConeAngle z tableValues slope intercept amplitude exponent`.split(/\s+/);

/** Attributes of style. Those that may name an image or a filter take only parts of the same file. */
const styles =
  `alignmentBaseline baselineShift clipPath clipRule color colorInterpolation colorInterpolationFilters direction
  display dominantBaseline fill fillOpacity fillRule filter floodColor floodOpacity fontFamily fontSize fontStyle
  fontVariant fontWeight imageRendering letterSpacing lightingColor markerEnd markerMid markerStart mask opacity overflow
  paintOrder shapeRendering stopColor stopOpacity stroke strokeDashArray strokeDashOffset strokeLineCap strokeLineJoin
  strokeMiterLimit strokeOpacity strokeWidth textAnchor textDecoration textRendering vectorEffect visibility wordSpacing
  writingMode mixBlendMode`.split(/\s+/);

const schema: Schema = {
  tagNames: elements,
  attributes: {
    '*': [...attributes, ...styles],
    use: ['href', 'xLinkHref'],
    linearGradient: ['href', 'xLinkHref'],
    radialGradient: ['href', 'xLinkHref'],
    pattern: ['href', 'xLinkHref'],
    textPath: ['href', 'xLinkHref'],
  },
  // Ids stay as they are: the file is a document of its own, and its parts refer to each other.
  clobber: [],
  clobberPrefix: '',
  strip: ['script', 'style', 'metadata', 'foreignObject', 'iframe', 'animate', 'set'],
};

/** The names of attributes that differ from the property by more than hyphens. */
const styleNames = new Map(
  styles.map((name) => [name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), name]),
);
for (const name of ['strokeDashArray', 'strokeDashOffset', 'strokeLineCap', 'strokeLineJoin', 'strokeMiterLimit']) {
  styleNames.set(
    name.replace(/^stroke(.*)$/, (_, rest: string) => `stroke-${rest.toLowerCase()}`),
    name,
  );
}

/**
 * Cleans an SVG: no scripts, handlers, animations, styles, foreign elements or references to anything outside of it.
 * Declarations in `style` attributes become attributes.
 *
 * @throws Damaged when it is none
 */
export function cleanSvg(bytes: Buffer): CleanSvg {
  const source = decode(bytes);
  const start = source.search(/<svg[\s>/]/);
  if (start < 0) throw new Damaged('There is no svg element.');
  // The parser of HTML expands no entities, so the prolog is not needed.
  const parsed = fromHtml(source.slice(start), { fragment: true });
  walk(parsed, spreadStyle);
  const clean = sanitize(parsed, schema) as Root;
  const svg = clean.children.find((child): child is Element => child.type === 'element' && child.tagName === 'svg');
  if (!svg) throw new Damaged('There is no svg element.');
  walk(clean, dropForeign);
  svg.properties = {
    ...svg.properties,
    xmlns: 'http://www.w3.org/2000/svg',
    xmlnsXLink: 'http://www.w3.org/1999/xlink',
  };
  const text = toHtml(svg, { space: 'svg', closeSelfClosing: true, closeEmptyElements: true });
  return { text: `${text}\n`, ...sizeOf(svg) };
}

function decode(bytes: Buffer): string {
  const isWide = bytes.readUInt16BE(0) === 0xfffe || bytes.readUInt16BE(0) === 0xfeff;
  try {
    return new TextDecoder(isWide ? (bytes[0] === 0xfe ? 'utf-16be' : 'utf-16le') : 'utf-8', { fatal: true }).decode(
      bytes,
    );
  } catch {
    throw new Damaged('The text is not UTF-8.');
  }
}

/** What editors such as Inkscape write as style. */
function spreadStyle({ properties }: Element): void {
  const { style } = properties;
  if (typeof style !== 'string') return;
  for (const declaration of style.split(';')) {
    const [, name = '', value = ''] = /^\s*([a-z-]+)\s*:\s*([^]*?)\s*(?:!important)?\s*$/.exec(declaration) ?? [];
    const property = styleNames.get(name);
    if (property !== undefined && value !== '') properties[property] = value;
  }
}

/** References lead to parts of the file only, and texts of attributes to nothing. */
function dropForeign({ properties }: Element): void {
  for (const [name, value] of Object.entries(properties)) {
    const text = String(value);
    const isReference = name === 'href' || name === 'xLinkHref';
    const isForeign = isReference ? !/^#[\w.:-]+$/.test(text) : hasForeignUrl(text);
    if (isForeign) delete properties[name];
  }
}

function hasForeignUrl(text: string): boolean {
  // Escapes could hide a function; no value needs one.
  if (/\\|@import|expression|javascript:/i.test(text)) return true;
  const withoutOwn = text.replaceAll(/url\(\s*(["']?)#[\w.:-]+\1\s*\)/gi, '');
  return /(?:url|image|image-set|src|cross-fade|element|paint)\s*\(/i.test(withoutOwn);
}

function sizeOf({ properties }: Element): Pick<CleanSvg, 'width' | 'height'> {
  const [width, height] = [properties['width'], properties['height']].map(pixels);
  if (width !== undefined && height !== undefined) return { width, height };
  const [, , boxWidth, boxHeight] = String(properties['viewBox'] ?? '')
    .split(/[\s,]+/)
    .map(pixels);
  return boxWidth && boxHeight ? { width: boxWidth, height: boxHeight } : { width: null, height: null };
}

function pixels(value: unknown): number | undefined {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  const found = /^\+?(\d{1,5}(?:\.\d+)?)(?:px)?$/.exec(text.trim());
  return found && Number(found[1]) > 0 ? Math.max(1, Math.round(Number(found[1]))) : undefined;
}
