import { phrasingTags } from '../../../shared/allowed-html.ts';

const phrasing = new Set(phrasingTags);

/** The text of a post, with line feeds around block elements, as the server counts it (server/site/render/words.ts). */
export function readableText(parent: ParentNode): string {
  return [...parent.childNodes].map(spokenText).join('');
}

function spokenText(node: Node): string {
  if (node instanceof Text) return node.data;
  if (!(node instanceof Element) || node.matches('audio, video')) return '';
  const text = readableText(node);
  return phrasing.has(node.localName) ? text : `\n${text}\n`;
}
