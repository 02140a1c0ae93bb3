import { Spotlight } from '@mantine/spotlight';
import { useCallback, useState } from 'react';

import { useTranslations } from '../translations/translations.ts';
import { useCommands } from './commands.tsx';
import { useEarlyKeys } from './early-keys.ts';
import { holdsWords } from './find.ts';
import { paletteStore, useFirstChosen } from './palette-store.ts';
import { useEndAll } from './use-end-all.tsx';
import { useFoundPosts } from './use-found-posts.tsx';

/** Ctrl K: every command by its words, then every post. */
export function Palette() {
  const { frame } = useTranslations();
  const [query, setQuery] = useState('');
  const endAll = useEndAll();
  const commands = useCommands(endAll.ask).filter(({ label }) => holdsWords(label, query));
  const posts = useFoundPosts(query);
  const groups = [
    { group: frame.commands, actions: commands },
    { group: frame.posts, actions: posts },
  ].filter(({ actions }) => actions.length > 0);

  useFirstChosen();
  useEarlyKeys(useCallback((letter) => setQuery((before) => before + letter), []));

  return (
    <>
      <Spotlight
        store={paletteStore}
        actions={groups}
        // What is given is found already.
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
