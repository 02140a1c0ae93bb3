import { autocompletion, pickedCompletion, type Completion, type CompletionSource } from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';

import { emojiMenu } from '../live/menus/emoji-menu.ts';
import { postMenu } from '../live/menus/post-menu.ts';
import { isInCode } from '../markdown/in-code.ts';
import { toolLabel, runTool, tools, type ToolName, type ToolRequests } from '../markdown/tools.ts';

/**
 * The menu of tools that `/` opens at the beginning of a line, and those of posts (`@`, `[[`) and emoji (`:`). Typing
 * filters tools by their names, in the language of the app and in English; Escape closes a menu and leaves what was typed.
 *
 * @param requests the requests that the screen handles now
 */
export function slashMenu(requests: () => ToolRequests | null): Extension {
  const source: CompletionSource = ({ state, pos }) => {
    const { from, text } = state.doc.lineAt(pos);
    const typed = /^\/([\p{L}\p{M}\p{N} ]*)$/u.exec(text.slice(0, pos - from));
    if (!typed || isInCode(state, pos)) return null;
    return { from: from + 1, options: optionsFor(requests), validFor: /^[\p{L}\p{M}\p{N} ]*$/u };
  };
  // The user has typed `/` to open it, so Enter chooses at once.
  return autocompletion({ override: [source, postMenu, emojiMenu], icons: false, interactionDelay: 0 });
}

function optionsFor(requests: () => ToolRequests | null): Completion[] {
  return tools
    .filter(({ isForLines }) => isForLines)
    .map(({ name, keys }, at) => ({
      label: `${toolLabel(name)} ${englishNames[name] ?? name}`,
      displayLabel: toolLabel(name),
      ...(keys !== undefined && { detail: keys }),
      // In the order of the toolbar until something is typed.
      sortText: String(at).padStart(2, '0'),
      apply: (view, completion, from, to) => {
        view.dispatch({
          changes: { from: from - 1, to },
          annotations: pickedCompletion.of(completion),
          userEvent: 'input.complete',
        });
        runTool(name, view, requests());
      },
    }));
}

/** English names that are not those of the code; the app has no English texts in another language. */
const englishNames: Partial<Record<ToolName, string>> = {
  heading2: 'heading 2',
  heading3: 'heading 3',
  heading4: 'heading 4',
  linkPost: 'link to a post',
  upload: 'upload files',
  pick: 'from the library',
  bullets: 'bulleted list bullets',
  numbers: 'numbered list numbers',
  tasks: 'task list tasks',
};
