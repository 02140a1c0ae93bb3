import { Autocomplete, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { trpc } from '../api/api.ts';
import { useWords } from '../words/words.ts';
import type { DocumentState, EditorDocument } from './document.ts';
import { Cover } from './fields/cover.tsx';
import { Protection } from './fields/protection.tsx';
import { PublishTime } from './fields/publish-time.tsx';
import { Slug } from './fields/slug.tsx';
import { Tags } from './fields/tags.tsx';

/** Everything about the post that is not its text. */
export function Side({ document, state }: { document: EditorDocument; state: DocumentState }) {
  const { editor } = useWords();
  const { data: names } = useQuery(trpc.stats.all.queryOptions());
  const { fields } = state;
  const { change } = document;

  return (
    <Stack gap="lg">
      <PublishTime value={fields.publishAt} change={(publishAt) => change({ publishAt })} />
      <TextInput
        type="date"
        label={editor.date}
        value={fields.date}
        onChange={({ currentTarget }) => currentTarget.value !== '' && change({ date: currentTarget.value })}
      />
      <Autocomplete
        label={editor.category}
        data={names?.categories.map(({ category }) => category) ?? []}
        value={fields.category}
        onChange={(category) => change({ category })}
        maxLength={50}
        limit={8}
      />
      <Tags value={fields.tags} names={names?.tags.map(({ tag }) => tag) ?? []} change={(tags) => change({ tags })} />
      <Textarea
        label={editor.excerpt}
        description={editor.excerptHelp}
        value={fields.excerpt}
        onChange={({ currentTarget }) => change({ excerpt: currentTarget.value })}
        maxLength={500}
        autosize
        minRows={3}
      />
      <Cover value={fields.cover} change={(cover) => change({ cover })} />
      <Slug document={document} state={state} />
      <Switch
        label={editor.pinned}
        checked={fields.pinned === 1}
        onChange={({ currentTarget }) => change({ pinned: currentTarget.checked ? 1 : 0 })}
      />
      <Protection document={document} fields={fields} />
    </Stack>
  );
}
