import { Alert, Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';

import { pick } from '../../../shared/pick.ts';
import { postFields } from '../../../shared/post-fields.ts';
import { asBlogError } from '../errors/as-blog-error.ts';
import { queryClient, trpc } from '../api/api.ts';
import type { AboutOne } from '../media/use-dialog.ts';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { notifyDone } from '../ui/notify.ts';
import { errorSentence } from '../errors/translate-error.ts';
import { ImageField } from '../media/image-field.tsx';
import type { Named } from './named.ts';

type Kind = 'tag' | 'category';

/** The default accent colour of the site (client/site/styles/names.css). */
const DEFAULT_COLOR = '#2f5d50';

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
  const { authors, common, taxonomy: t } = useTranslations();
  const [name, setName] = useState(named.name);
  // Its name in the service, and the number of posts that the rename has changed.
  const [stored, setStored] = useState({ name: named.name, changed: 0 });
  const [look, setLook] = useState(pick(named, ['description', 'picture', 'color']));
  const { description, picture, color } = look;
  const set = (changes: Partial<typeof look>) => setLook((now) => ({ ...now, ...changes }));
  const rename = useMutation(trpc.taxonomy.rename.mutationOptions());
  const describe = useMutation(trpc.taxonomy.describe.mutationOptions());
  const isTaken = rename.error !== null && asBlogError(rename.error).code === 'NAME_EXISTS';
  const error = rename.error ?? describe.error;
  const newName = name.trim();
  const problems = describe.error ? asBlogError(describe.error).issues : [];
  const fieldProblem = (field: string) => problems.find(({ path }) => path === field)?.message;

  async function save(): Promise<void> {
    const renamed = newName === stored.name ? stored : await renameStored();
    setStored(renamed);
    const isChanged = description.trim() !== named.description || picture !== named.picture || color !== named.color;
    if (isChanged) await describe.mutateAsync({ kind, name: renamed.name, ...look });
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
    <form onSubmit={send} noValidate className="form">
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
          onChange={({ currentTarget }) => set({ description: currentTarget.value })}
        />
        <ImageField
          label={t.picture}
          description={t.pictureHelp}
          value={picture}
          change={(url) => set({ picture: url })}
          owner={`${kind} ${named.name}`}
          texts={{
            url: authors.pictureUrl,
            shown: t.picture,
            remove: authors.removePicture,
            wrongKind: authors.pictureKind,
          }}
          maxLength={2000}
          error={fieldProblem('picture')}
        />
        <Group align="end" gap="xs" wrap="nowrap">
          <TextInput
            label={t.color}
            description={t.colorHelp}
            placeholder={DEFAULT_COLOR}
            value={color}
            error={fieldProblem('color')}
            onChange={({ currentTarget }) => set({ color: currentTarget.value.trim() })}
            autoComplete="off"
            spellCheck={false}
          />
          <input
            className="color-well"
            type="color"
            aria-label={t.colorChoose}
            value={/^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : DEFAULT_COLOR}
            onChange={({ currentTarget }) => set({ color: currentTarget.value })}
          />
        </Group>
        {error && problems.length === 0 && (
          <Alert color={isTaken ? 'orange' : 'red'} role="alert">
            {isTaken ? formatMessage(t.exists, { name: newName }) : errorSentence(error)}
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
