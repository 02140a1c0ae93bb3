import { Button, Group, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';

import { asBlogError } from '../../errors/as-blog-error.ts';
import { queryClient, trpc } from '../../api/api.ts';
import { useTranslations } from '../../translations/translations.ts';
import { moveStored } from '../../device/unsaved/texts.ts';
import type { DocumentState, EditorDocument } from '../document.ts';
import { postLengths } from '../../../../shared/lengths.ts';

/** The slug of the post. Renaming an existing post takes effect immediately, and the old URL redirects. */
export function Slug({ document, state }: { document: EditorDocument; state: DocumentState }) {
  const { editor } = useTranslations();
  const { id, version, fields, running, newId } = state;
  const rename = useMutation(
    trpc.posts.rename.mutationOptions({
      async onSuccess(renamed, { id: former }) {
        // Moves the stored texts before the URL changes: until then, a reload uses the former id, which still finds them.
        await moveStored(former, renamed.id);
        takeId(document, former, renamed);
        void queryClient.invalidateQueries(trpc.pathFilter());
      },
    }),
  );
  const value = id === null ? fields.slug : newId?.of === id ? newId.typed : id;
  const write = (typed: string) =>
    id === null ? document.change({ slug: typed }) : document.set({ newId: { of: id, typed } });

  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <TextInput
        flex={1}
        label={editor.slug}
        description={id === null ? editor.slugHelp : editor.renameHelp}
        value={value}
        onChange={({ currentTarget }) => write(currentTarget.value)}
        maxLength={postLengths.id}
        error={rename.error && asBlogError(rename.error).message}
      />
      {id !== null && value !== id && value.trim() !== '' && (
        <Button
          variant="default"
          loading={rename.isPending}
          disabled={running !== null}
          onClick={() => rename.mutate({ id, newId: value.trim(), ifVersion: version })}
        >
          {editor.rename}
        </Button>
      )}
    </Group>
  );
}

function takeId(
  document: EditorDocument,
  former: string,
  { id: slug, version }: { id: string; version: number },
): void {
  const { id, base, saved, fields } = document.state();
  // A save in the meantime has already applied the new id.
  if (id !== former) return;
  const named = { base: { ...base, slug }, saved: { ...saved, slug }, fields: { ...fields, slug } };
  document.set({ id: slug, version, ...named });
}
