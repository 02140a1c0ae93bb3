import { element, type Element } from '../../html/hast.ts';
import { namedValue } from './svg-declarations.ts';

const COLOR = /^(?:#[0-9a-f]{3,8}|[a-z]+|(?:rgb|hsl)a?\([\d\s.,%/]+\))$/i;

/** The background of a drawing, as Mermaid and others write it, is no attribute: it becomes a rectangle behind all else. */
export function drawBackground(svg: Element): void {
  const { style, viewBox } = svg.properties;
  const color = backgroundIn(typeof style === 'string' ? style : '');
  if (color === '' || /^(?:none|transparent|initial|inherit|unset)$/i.test(color)) return;
  const [x = '0', y = '0'] = typeof viewBox === 'string' ? viewBox.trim().split(/[\s,]+/) : [];
  svg.children.unshift(element('rect', { x, y, width: '100%', height: '100%', fill: color, stroke: 'none' }, []));
}

function backgroundIn(style: string): string {
  const declared = style.split(';').map(namedValue);
  const found = declared.find(({ name, value }) => /^background(?:-color)?$/.test(name) && COLOR.test(value));
  return found?.value ?? '';
}
