import { pickedCompletion, type Completion, type CompletionSource } from '@codemirror/autocomplete';

import { escapeMarkdown } from '../../../uploads/markdown.ts';
import { titlesFirst } from '../../../ui/find.ts';
import { service } from '../../calls.ts';
import { isInCode } from '../../markdown/in-code.ts';
import { pathInTexts } from '../../site-path.ts';

/** How many are asked for, and how many are shown. */
const ASKED = 50;
const SHOWN = 8;
/** How long typing pauses before the service is asked. */
const DEBOUNCE_MS = 150;

/** Posts and pages to link to, which `@` and `[[` find by their titles. */
export const postMenu: CompletionSource = async (context) => {
  const { state, pos } = context;
  const { from, text } = state.doc.lineAt(pos);
  const [typed, search] = searchIn(text.slice(Math.max(0, pos - from - 62), pos - from));
  if (typed === '' || isInCode(state, pos)) return null;
  await new Promise((resolve) => setTimeout(resolve, DEBOUNCE_MS));
  if (context.aborted) return null;
  const found = await findTargets(search).catch(() => []);
  const start = pos - typed.length;
  const options = found.slice(0, SHOWN).map(({ title, path }, at): Completion => ({
    label: title,
    detail: path,
    sortText: String(at),
    apply(view, completion, _from, to) {
      const isClosed = typed.startsWith('[[') && view.state.sliceDoc(to, to + 2) === ']]';
      const insert = `[${escapeMarkdown(title)}](${path})`;
      view.dispatch({
        changes: { from: start, to: isClosed ? to + 2 : to, insert },
        selection: { anchor: start + insert.length },
        annotations: pickedCompletion.of(completion),
        userEvent: 'input.complete',
      });
    },
  }));
  return options.length === 0 ? null : { from: start, options, filter: false };
};

/** What was typed with its sign, and the search in it. An `@` within a word is that of an address. */
function searchIn(before: string): [typed: string, search: string] {
  const [brackets, inBrackets] = /\[\[([^[\]]{0,60})$/.exec(before) ?? [];
  if (brackets !== undefined) return [brackets, inBrackets ?? ''];
  const [sign, behindSign] = /(?<![\p{L}\p{N}.@/_-])@([\p{L}\p{N}][^@]{0,40})$/u.exec(before) ?? [];
  return [sign ?? '', behindSign ?? ''];
}

async function findTargets(search: string): Promise<{ title: string; path: string }[]> {
  const query = search.trim();
  const kinds = ['post', 'page'] as const;
  const found = await Promise.all(
    kinds.map(async (kind) => {
      const { posts } = await service.posts.all.query({
        kind,
        sort: 'updated',
        pageSize: ASKED,
        ...(query !== '' && { search: query }),
      });
      return posts.map(({ id, title }) => ({ title, path: pathInTexts({ kind, id }) }));
    }),
  );
  return titlesFirst(found.flat(), query);
}
