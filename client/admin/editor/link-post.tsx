import { Modal, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState } from 'react';

import { trpc } from '../api/api.ts';
import { titlesFirst } from '../ui/find.ts';
import { useTranslations } from '../translations/translations.ts';
import { useEarlyKeys } from '../ui/early-keys.ts';
import { Failure } from '../ui/failure.tsx';
import { pathInTexts } from './site-path.ts';

/** How long typing must pause before the search. */
const DEBOUNCE_MS = 200;
/** How many results are shown, of those among which matching titles come first. */
const SHOWN = 12;
const PAGE_SIZE = 50;

interface LinkPostProps {
  close: () => void;
  picked: (target: { path: string; title: string }) => void;
}

/** It is open as long as it exists. */
const isOpen = () => true;

/** A dialog to find a post or page to link to. Enter takes the first. */
export function LinkPost({ close, picked }: LinkPostProps) {
  const { common, editor, frame } = useTranslations();
  const [typed, setTyped] = useState('');
  useEarlyKeys(isOpen, setTyped);
  const [search] = useDebouncedValue(typed.trim(), DEBOUNCE_MS);
  const posts = useFound('post', search);
  const pages = useFound('page', search);
  const found = [
    ...(posts.data?.posts ?? []).map((one) => ({ ...one, path: pathInTexts({ kind: 'post', id: one.id }) })),
    ...(pages.data?.posts ?? []).map((one) => ({ ...one, path: pathInTexts({ kind: 'page', id: one.id }) })),
  ];
  const targets = titlesFirst(found, search).slice(0, SHOWN);
  const error = posts.error ?? pages.error;

  return (
    <Modal opened onClose={close} title={editor.linkPost} closeButtonProps={{ 'aria-label': common.close }}>
      <Stack>
        <TextInput
          type="search"
          aria-label={editor.findPost}
          placeholder={editor.findPost}
          leftSection={<Search size={16} aria-hidden />}
          maxLength={200}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={(event) => {
            const [first] = targets;
            if (event.key !== 'Enter' || event.nativeEvent.isComposing || search !== typed.trim() || !first) return;
            event.preventDefault();
            picked(first);
          }}
          data-autofocus
        />
        {error && <Failure error={error} retry={() => void Promise.all([posts.refetch(), pages.refetch()])} />}
        {posts.data && pages.data && targets.length === 0 && (
          <Text c="dimmed" role="status">
            {frame.nothingFound}
          </Text>
        )}
        <ul className="editor-targets" aria-label={editor.findPost}>
          {targets.map((target) => (
            <li key={target.path}>
              <UnstyledButton className="editor-target" onClick={() => picked(target)}>
                <Text truncate>{target.title}</Text>
                <Text size="sm" c="dimmed" truncate>
                  {target.status === 'draft' ? `${editor.draft} · ${target.path}` : target.path}
                </Text>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      </Stack>
    </Modal>
  );
}

function useFound(kind: 'post' | 'page', search: string) {
  return useQuery({
    ...trpc.posts.all.queryOptions({ kind, sort: 'updated', pageSize: PAGE_SIZE, ...(search !== '' && { search }) }),
    placeholderData: keepPreviousData,
  });
}
