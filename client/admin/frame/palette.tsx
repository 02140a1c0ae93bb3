import { Spotlight, type SpotlightActionData, type SpotlightActionGroupData } from '@mantine/spotlight';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { FileText, PenLine } from 'lucide-react';
import { useState } from 'react';

import { trpc } from '../api/api.ts';
import { fill } from '../words/fill.ts';
import { useWords } from '../words/words.ts';
import { paletteStore, useFirstChosen } from './palette-store.ts';
import { places } from './places.tsx';

/** Milliseconds without a key before posts are looked for. */
const PAUSE = 200;
/** Posts that are shown. */
const MOST = 7;

/** Ctrl K: every command and every post by its name. */
export function Palette() {
  const { frame } = useWords();
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const [search] = useDebouncedValue(query.trim(), PAUSE);
  const { data } = useQuery({
    ...trpc.posts.all.queryOptions({ search, pageSize: MOST }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });

  useFirstChosen();

  const commands: SpotlightActionData[] = [
    {
      id: 'new-post',
      label: frame.newPost,
      description: 'n',
      leftSection: <PenLine size={18} aria-hidden />,
      onClick: () => void navigate({ to: '/posts/new' }),
    },
    ...places.map(({ to, word, key, Icon }) => ({
      id: to,
      label: fill(frame.goTo, { place: frame[word] }),
      description: `g ${key}`,
      leftSection: <Icon size={18} aria-hidden />,
      onClick: () => void navigate({ to }),
    })),
  ];
  const posts: SpotlightActionData[] = (search === '' ? [] : (data?.posts ?? [])).map(({ id, title, tags }) => ({
    id: `post ${id}`,
    label: title,
    description: id,
    // What was looked for may stand in the text; the palette itself looks at these words only.
    keywords: [query, ...tags],
    leftSection: <FileText size={18} aria-hidden />,
    onClick: () => void navigate({ to: '/posts/$id', params: { id } }),
  }));
  const groups: SpotlightActionGroupData[] = [
    { group: frame.commands, actions: commands },
    { group: frame.posts, actions: posts },
  ];

  return (
    <Spotlight
      store={paletteStore}
      actions={groups}
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
  );
}
