import { unique } from './fields.ts';
import { outsideCode } from './outside-code.ts';
import type { SourcePost } from './source-post.ts';

/** Code, which is kept, or a comment: `%% … %%`, or from a line of its own to the end of the note. */
const comments = /(^[ \t>]*(`{3,}|~{3,})[^]*?(?:^[ \t>]*\2|(?![^]))|`[^`\n]+`)|%%[^]*?%%|^%%[ \t]*$[^]*/gm;
/** The name of a block, to which other notes may refer. */
const blockName = / \^[a-z\d-]{1,50}[ \t]*$/gim;

/** Whether a text has links of Obsidian. */
export function hasWikiLinks(markdown: string): boolean {
  let found = false;
  if (markdown.includes('[[')) {
    outsideCode(markdown, (text) => {
      found ||= /\[\[(?:(?!\[\[)[^\]\n]){1,300}\]\]/.test(text);
      return text;
    });
  }
  return found;
}

/**
 * Removes what Obsidian does not show: comments, which are not public, the names of blocks, and the signs around names in
 * the front matter.
 */
export function showAsObsidian(note: SourcePost): void {
  note.tags = unique(note.tags.map((tag) => linkName(tag.replace(/^#(?=\S)/, ''))));
  note.category &&= linkName(note.category);
  note.author &&= linkName(note.author);
  if (!/%%| \^/.test(note.content)) return;
  const shown = note.content.replace(comments, (_all, code = '') => code as string);
  note.content = outsideCode(shown, (text) => text.replace(blockName, ''));
}

/** The name in a wiki link: "[[a/Name|shown]]" is "shown". */
function linkName(text: string): string {
  const [, name = ''] = /^\[\[([^\]]+)\]\]$/.exec(text) ?? [];
  return name === '' ? text : name.slice(name.lastIndexOf('|', name.length - 2) + 1);
}
