/** The state of the scanner in a YAML text. */
interface Place {
  /** Open brackets and braces. */
  depth: number;
  /** The open quote, or "". */
  quote: string;
  /** The indentation of the line on which the outermost of them was opened. */
  indent: number;
  /** The indentation of the line whose block text follows; -1 without one. */
  block: number;
}

/**
 * Indents the lines inside brackets, braces and quotes with spaces. go-yaml and libyaml accept any indentation
 * there, even tabs or none, which YAML 1.2 forbids. White space at the beginning of such a line has no meaning.
 */
export function indentFlow(yaml: string): string {
  const place: Place = { depth: 0, quote: '', indent: 0, block: -1 };
  return yaml
    .split('\n')
    .map((line) => indented(line, place))
    .join('\n');
}

function indented(line: string, place: Place): string {
  const indent = line.length - line.trimStart().length;
  if (place.block >= 0 && (line.trim() === '' || indent > place.block)) return line;
  place.block = -1;
  const isInside = place.depth > 0 || place.quote !== '';
  if (!isInside) place.indent = indent;
  scan(line, place);
  if (!isInside && place.depth === 0 && place.quote === '' && /(?:^|[:\s-])[|>][\d+-]*\s*(?:#.*)?$/s.test(line)) {
    place.block = indent;
  }
  return isInside ? `${' '.repeat(place.indent + 1)}${line.trimStart()}` : line;
}

function scan(line: string, place: Place): void {
  // Quotes and brackets have a meaning only at the beginning of a value; elsewhere they are text.
  let canBegin = true;
  for (let at = 0; at < line.length; at++) {
    const sign = line[at]!;
    if (place.quote !== '') {
      if (sign === '\\' && place.quote === '"') at++;
      else if (sign === place.quote && line[at + 1] === "'" && sign === "'") at++;
      else if (sign === place.quote) place.quote = '';
      continue;
    }
    if (sign === '#' && (at === 0 || /\s/.test(line[at - 1]!))) return;
    if (canBegin && (sign === '"' || sign === "'")) place.quote = sign;
    else if ((canBegin || place.depth > 0) && (sign === '[' || sign === '{')) place.depth++;
    else if (place.depth > 0 && (sign === ']' || sign === '}')) place.depth--;
    if (!/\s/.test(sign))
      canBegin = /[[{,]/.test(sign) || (/[:?-]/.test(sign) && /\s|undefined/.test(String(line[at + 1])));
  }
}
