import { ActionIcon, Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { ArchiveX, ChartLine, Ellipsis, ExternalLink, EyeOff, History, Link2, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { useTranslations } from '../translations/translations.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { deletePost, trashPost } from './delete-post.ts';
import type { DocumentState, EditorDocument } from './document.ts';
import { PreviewLinkDialog } from './preview-link-dialog.tsx';
import { sitePath } from './site-path.ts';
import { perform } from './tasks.ts';

/** The menu of less frequent actions. */
export function Actions({ document, state }: { document: EditorDocument; state: DocumentState }) {
  const { editor, common, frame, posts } = useTranslations();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'link' | 'delete' | null>(null);
  const { kind, id, status } = state;
  if (id === null) return null;
  const close = () => setDialog(null);
  const remove = () => {
    void deletePost(document);
    void navigate({ to: kind === 'page' ? '/pages' : '/posts' });
  };

  const toTrash = async () => {
    if (await trashPost(document)) void navigate({ to: kind === 'page' ? '/pages' : '/posts' });
  };

  return (
    <>
      <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false} returnFocus>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={editor.more}>
            <Ellipsis size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {status === 'published' && (
            <Menu.Item
              component="a"
              href={sitePath({ kind, id })}
              target="_blank"
              leftSection={<ExternalLink size={16} aria-hidden />}
            >
              {kind === 'page' ? editor.viewPage : editor.viewPost}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<Link2 size={16} aria-hidden />} onClick={() => setDialog('link')}>
            {editor.previewLink}
          </Menu.Item>
          <Menu.Item
            leftSection={<History size={16} aria-hidden />}
            onClick={() => void navigate({ to: '/posts/$id/revisions', params: { id } })}
          >
            {editor.versions}
          </Menu.Item>
          <Menu.Item
            leftSection={<ChartLine size={16} aria-hidden />}
            onClick={() => void navigate({ to: '/statistics', search: { post: id } })}
          >
            {frame.statistics}
          </Menu.Item>
          {status === 'published' && (
            <Menu.Item
              leftSection={<EyeOff size={16} aria-hidden />}
              onClick={() => void perform(document, 'unpublish')}
            >
              {editor.unpublish}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item leftSection={<ArchiveX size={16} aria-hidden />} onClick={() => void toTrash()}>
            {posts.toTrash}
          </Menu.Item>
          <Menu.Item
            c="var(--mantine-color-error)"
            leftSection={<Trash2 size={16} aria-hidden />}
            onClick={() => (status === 'published' ? setDialog('delete') : remove())}
          >
            {common.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog === 'link' && <PreviewLinkDialog id={id} close={close} />}
      {dialog === 'delete' && <DeleteDialog id={id} state={state} deletePost={remove} close={close} />}
    </>
  );
}
