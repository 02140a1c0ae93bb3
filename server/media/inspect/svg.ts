import { fromHtml } from 'hast-util-from-html';
import { sanitize, type Schema } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';

import { walk, type Element, type Root } from '../../html/hast.ts';
import { Damaged } from './damaged.ts';
import { drawBackground } from './svg-background.ts';
import { applyStyleAttribute, styleProperties } from './svg-declarations.ts';
import { applyStyleSheets } from './svg-sheets.ts';
import { TooLarge } from './too-large.ts';

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

const schema: Schema = {
  tagNames: elements,
  attributes: {
    '*': [...attributes, ...styleProperties],
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

/** The maximum number of elements. Some 350,000 of them fill the heap of the process, after seconds. */
const MAX_ELEMENTS = 250_000;
/** The maximum length of text that entities add, in UTF-16 code units. Drawing programs add some hundreds. */
const MAX_ENTITIES = 1024 * 1024;

/**
 * Cleans an SVG: no scripts, handlers, animations, style sheets, foreign elements or references to anything outside of it.
 * The declarations of style sheets and `style` attributes become attributes.
 *
 * @throws Damaged when it is not an SVG
 * @throws TooLarge when it has more than `MAX_ELEMENTS`
 */
export function cleanSvg(bytes: Buffer): CleanSvg {
  const source = decode(bytes);
  checkElements(source);
  const start = source.search(/<svg[\s>/]/);
  if (start < 0) throw new Damaged('There is no svg element.');
  const parsed = fromHtml(withEntities(source.slice(0, start), source.slice(start)), { fragment: true });
  applyStyleSheets(parsed);
  for (const child of parsed.children) if (child.type === 'element' && child.tagName === 'svg') drawBackground(child);
  walk(parsed, applyStyleAttribute);
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
  return { text: `${text}\n`, ...imageSize(svg) };
}

function checkElements(source: string): void {
  let left = MAX_ELEMENTS;
  for (const _ of source.matchAll(/<[a-z]/gi)) {
    if (left-- === 0)
      throw new TooLarge(`The SVG has too many elements; at most ${MAX_ELEMENTS.toLocaleString('en')} are accepted.`);
  }
}

/**
 * Replaces the entities that drawing programs declare for namespaces and colours. The HTML parser expands none, and
 * entities that contain others stay as they are, so that the text cannot grow without limit.
 */
function withEntities(prolog: string, text: string): string {
  const declared = prolog.matchAll(/<!ENTITY\s+([\w.-]+)\s+(["'])([^&<%]{0,200}?)\2\s*>/g);
  const entities = new Map(Array.from(declared, ([, name = '', , value = '']) => [name, value]));
  if (entities.size === 0) return text;
  let added = 0;
  return text.replaceAll(/&([\w.-]+);/g, (whole, name: string) => {
    const value = entities.get(name);
    added += value?.length ?? 0;
    if (added > MAX_ENTITIES) throw new Damaged('Its entities are too long.');
    return value ?? whole;
  });
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

/** Keeps only references to parts of the file, and removes attributes whose text has another URL. */
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

function imageSize({ properties }: Element): Pick<CleanSvg, 'width' | 'height'> {
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
