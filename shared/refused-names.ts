// Names of elements that decide what becomes of a tag, for the renderer, the browser, importers and plain text.

/** Elements that a post may contain, but that would hide what follows them if they were not closed. */
export const players = names('audio video');
/** Elements without content that a post must not contain. */
export const emptyElements = names('area base basefont bgsound col command embed frame isindex keygen link meta param');
/** Elements in a line that a post must not contain; no space replaces their tags. */
export const refusedInline = names(
  'acronym bdi bdo big blink button canvas data dfn font label map meter nobr object output picture progress slot',
  'spacer strike svg tt math mi mn mo mtext ms mrow msub msup mfrac mstyle semantics annotation g path tspan',
);
/** Elements whose content is no text but of these names: what is in them goes without a word. */
export const drawings = names('svg math');
/** Elements in which options need no end. */
export const optionLists = names('select datalist');

function names(...lines: string[]): ReadonlySet<string> {
  return new Set(lines.join(' ').split(' '));
}
