import { Spotlight } from '@mantine/spotlight';
import { useState } from 'react';

import { useTranslations } from '../translations/translations.ts';
import { useEarlyKeys } from '../ui/early-keys.ts';
import { useCommands } from './commands.tsx';
import { matchesWords } from '../ui/find.ts';
import { paletteStore, useFirstChosen } from './palette-store.ts';
import { useEndAll } from './use-end-all.tsx';
import { useFoundPosts } from './use-found-posts.tsx';

const isOpen = () => paletteStore.getState().opened;

/** The command palette (Ctrl K): matching commands first, then posts. */
export function Palette() {
  const { frame } = useTranslations();
  const [query, setQuery] = useState('');
  const endAll = useEndAll();
  const commands = useCommands(endAll.ask).filter(({ label }) => matchesWords(label, query));
  const posts = useFoundPosts(query);
  const groups = [
    { group: frame.commands, actions: commands },
    { group: frame.posts, actions: posts },
  ].filter(({ actions }) => actions.length > 0);

  useFirstChosen();
  useEarlyKeys(isOpen, setQuery);

  return (
    <>
      <Spotlight
        store={paletteStore}
        actions={groups}
        // The list is filtered already.
        filter={(_query, found) => found}
        query={query}
        onQueryChange={setQuery}
        nothingFound={frame.nothingFound}
        highlightQuery
        scrollable
        maxHeight={420}
        searchProps={{ placeholder: frame.findCommand, 'aria-label': frame.findCommand }}
        attributes={{ content: { 'aria-label': frame.commands } }}
        shortcut={['mod + K']}
      />
      {endAll.question}
    </>
  );
}
