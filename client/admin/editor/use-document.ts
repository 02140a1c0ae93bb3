import { useNavigate } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';

import type { DocumentState, EditorDocument } from './document.ts';
import { keepOnDevice } from './keep-on-device.ts';
import { handOver } from './open-documents.ts';

/** The state of a document; keeps it on the device, and the address of the screen equal to that of the post. */
export function useDocument(document: EditorDocument, address: string | null): DocumentState {
  const state = useSyncExternalStore(document.subscribe, document.state);
  const navigate = useNavigate();
  useEffect(() => keepOnDevice(document), [document]);
  useEffect(() => {
    if (state.id === null || state.id === address) return;
    handOver(state.id, document);
    void navigate({ to: '/posts/$id', params: { id: state.id }, replace: true });
  }, [state.id, address, document, navigate]);
  return state;
}
