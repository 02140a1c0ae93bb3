import { openSearchPanel } from '@codemirror/search';
import type { EditorView } from '@codemirror/view';

import { formatMessage } from '../../translations/format-message.ts';
import { currentTranslations } from '../../translations/translations.ts';
import type { PictureRequests } from './picture-requests.ts';
import { formats, type Format } from './commands.ts';
import { insertBlock, insertFootnote, insertTable } from './insert.ts';

/** The requests of the tools to the screen around the text. */
export interface ToolRequests extends PictureRequests {
  /** Asks for files and uploads them. */
  upload: () => void;
  /** Opens the library. */
  pick: () => void;
  /** Opens the search for a post or page to link to. */
  linkPost: () => void;
}

export type ToolName = Format | 'upload' | 'pick' | 'linkPost' | keyof typeof blocks | 'table' | 'footnote' | 'find';

/** Blocks that only the menu of `/` has. */
const blocks = {
  alert: insertBlock('> [!NOTE]\n> '),
  formula: insertBlock('$$\n', '\n$$'),
  divider: insertBlock('---\n\n'),
};

/** A tool of the toolbar and of the menu that `/` opens. */
export interface Tool {
  name: ToolName;
  keys?: string;
  /** Whether it belongs to the beginning of a line. */
  isForLines: boolean;
  /** Whether the toolbar lacks it. */
  isInMenuOnly?: true;
}

/** All tools, in the order of the toolbar. */
export const tools: readonly Tool[] = [
  { name: 'bold', keys: 'Ctrl B', isForLines: false },
  { name: 'italic', keys: 'Ctrl I', isForLines: false },
  { name: 'heading2', keys: 'Ctrl Alt 2', isForLines: true },
  { name: 'heading3', keys: 'Ctrl Alt 3', isForLines: true },
  { name: 'heading4', keys: 'Ctrl Alt 4', isForLines: true },
  { name: 'link', keys: 'Ctrl K', isForLines: false },
  { name: 'linkPost', isForLines: true },
  { name: 'image', isForLines: true },
  { name: 'upload', isForLines: true },
  { name: 'pick', isForLines: true },
  { name: 'quote', isForLines: true },
  { name: 'code', isForLines: true },
  { name: 'bullets', isForLines: true },
  { name: 'numbers', isForLines: true },
  { name: 'tasks', isForLines: true },
  { name: 'table', isForLines: true },
  { name: 'alert', isForLines: true, isInMenuOnly: true },
  { name: 'formula', isForLines: true, isInMenuOnly: true },
  { name: 'divider', isForLines: true, isInMenuOnly: true },
  { name: 'footnote', isForLines: false },
  { name: 'find', keys: 'Ctrl F', isForLines: false },
];

/** The name of a tool in the language of the app. */
export function toolLabel(name: ToolName): string {
  const { editor, live, uploads } = currentTranslations();
  const [, level] = /^heading(\d)$/.exec(name) ?? [];
  if (level !== undefined) return formatMessage(editor.headingLevel, { level });
  if (name === 'upload') return uploads.upload;
  if (name === 'pick') return uploads.fromLibrary;
  if (name === 'alert') return live.alert;
  if (isOfLive(name)) return live[name];
  return editor[name as Exclude<ToolName, LiveName | 'upload' | 'pick' | 'alert' | `heading${number}`>];
}

type LiveName = 'strike' | 'highlight' | 'inlineCode' | 'formula' | 'divider';

function isOfLive(name: ToolName): name is LiveName {
  return ['strike', 'highlight', 'inlineCode', 'formula', 'divider'].includes(name);
}

/** Runs a tool on the text. */
export function runTool(name: ToolName, view: EditorView, requests: ToolRequests | null): void {
  if (name === 'upload' || name === 'pick' || name === 'linkPost') requests?.[name]();
  else if (name === 'table') insertTable(currentTranslations().editor.column)(view);
  else if (name === 'footnote') insertFootnote(view);
  else if (name === 'find') openSearchPanel(view);
  else if (name === 'alert' || name === 'formula' || name === 'divider') blocks[name](view);
  else formats[name](view);
}
