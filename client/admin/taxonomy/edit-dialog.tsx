import { Alert, Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';

import { postFields } from '../../../shared/post-fields.ts';
import { asBlogError } from '../errors/as-blog-error.ts';
import { queryClient, trpc } from '../api/api.ts';
import type { AboutOne } from '../media/use-dialog.ts';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { notifyDone } from '../ui/notify.ts';
import { sentenceOf } from '../errors/translate-error.ts';
import type { Named } from './taxonomy-screen.tsx';

type Kind = 'tag' | 'category';

/** Renames a tag or category, or merges it with another, and describes it. */
export function EditDialog({ kind, about, isOpen, close }: AboutOne<Named> & { kind: Kind }) {
  const { common, taxonomy: t } = useTranslations();
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={formatMessage(t.editTitle, { name: about?.name ?? '' })}
      closeButtonProps={{ 'aria-label': common.close }}
      centered
    >
      {about && <EditForm kind={kind} named={about} done={close} />}
    </Modal>
  );
}

function EditForm({ kind, named, done }: { kind: Kind; named: Named; done: () => void }) {
  const { common, taxonomy: t } = useTranslations();
  const [name, setName] = useState(named.name);
  // Its name in the service, and the number of posts that the rename has changed.
  const [stored, setStored] = useState({ name: named.name, changed: 0 });
  const [description, setDescription] = useState(named.description);
  const rename = useMutation(trpc.taxonomy.rename.mutationOptions());
  const describe = useMutation(trpc.taxonomy.describe.mutationOptions());
  const isTaken = rename.error !== null && asBlogError(rename.error).code === 'NAME_EXISTS';
  const error = rename.error ?? describe.error;
  const newName = name.trim();

  async function save(): Promise<void> {
    const renamed = newName === stored.name ? stored : await renameStored();
    setStored(renamed);
    if (description.trim() !== named.description) await describe.mutateAsync({ kind, name: renamed.name, description });
    notifyDone(formatMessage(t.changed, { count: renamed.changed }));
    done();
  }

  async function renameStored(): Promise<typeof stored> {
    try {
      return await rename.mutateAsync({ kind, name: stored.name, newName, merge: isTaken });
    } catch (error) {
      if (asBlogError(error).code !== 'NOT_FOUND') throw error;
      const search = trpc.taxonomy.list.queryOptions({ kind, search: newName, pageSize: 100 });
      const { names } = await queryClient.fetchQuery({ ...search, staleTime: 0 });
      const found = names.find((one) => one.name === newName);
      if (!found) throw error;
      // An earlier attempt has renamed it, but its response was lost.
      rename.reset();
      return { name: newName, changed: found.published + found.others + found.pages };
    }
  }

  function send(event: FormEvent) {
    event.preventDefault();
    // Its error is shown. Posts, counts and lists have changed.
    void save()
      .catch(() => undefined)
      .then(() => queryClient.invalidateQueries());
  }

  return (
    <form onSubmit={send} noValidate className="taxonomy-form">
      <Stack>
        <TextInput
          label={t.name}
          description={t.nameHelp}
          maxLength={postFields.tags.max}
          value={name}
          onChange={({ currentTarget }) => {
            setName(currentTarget.value);
            rename.reset();
          }}
          data-autofocus
        />
        <Textarea
          label={t.description}
          description={t.descriptionHelp}
          maxLength={500}
          autosize
          minRows={2}
          value={description}
          onChange={({ currentTarget }) => setDescription(currentTarget.value)}
        />
        {error && (
          <Alert color={isTaken ? 'orange' : 'red'} role="alert">
            {isTaken ? formatMessage(t.exists, { name: newName }) : sentenceOf(error)}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={done}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={rename.isPending || describe.isPending} disabled={newName === ''}>
            {isTaken ? t.merge : common.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
