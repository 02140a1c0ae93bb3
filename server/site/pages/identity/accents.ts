import { makeFile, type File } from '../../../http/files.ts';
import { colorRules } from './styles.ts';

/** The file with the style sheet of a colour: the page of a tag or category links to it. @param color such as `#2f5d50` */
export function accentFile(color: string): string {
  return `accent-${color.slice(1)}.css`;
}

const PATH = /^\/assets\/accent-([0-9a-f]{6})\.css$/;

/** The style sheet of any colour; undefined for other paths. */
export async function accentAt(path: string): Promise<File | undefined> {
  const [, color] = PATH.exec(path) ?? [];
  return color === undefined ? undefined : makeFile('accent.css', Buffer.from(colorRules(`#${color}`)), 'by version');
}
