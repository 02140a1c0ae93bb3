import { useNavigate } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';

import { autosave } from './autosave.ts';
import type { DocumentState, EditorDocument } from './document.ts';
import { followSaves } from './follow-saves.ts';
import { keepOnDevice } from './keep-on-device.ts';
import { perform } from './tasks.ts';
import { enableRetries } from './retry.ts';

/**
 * The state of a document. While it is open, it is stored on the device and saved to the service, failed tasks are
 * retried, and the URL follows the id of the post.
 */
export function useDocument(document: EditorDocument, address: string | null): DocumentState {
  const state = useSyncExternalStore(document.subscribe, document.state);
  const navigate = useNavigate();
  useEffect(() => keepOnDevice(document), [document]);
  useEffect(() => followSaves(document), [document]);
  useEffect(() => {
    const attempt = () => document.state().trouble === 'unreachable' && void perform(document, 'autosave');
    return enableRetries(document, attempt);
  }, [document]);
  useEffect(() => autosave(document), [document]);
  const { id } = state;
  useEffect(() => {
    if (id !== null && id !== address) void navigate({ to: '/posts/$id', params: { id }, replace: true });
  }, [id, address, navigate]);
  return state;
}
