import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';

/** The state of a dialog about an item, which it keeps while the dialog closes. */
export interface AboutOne<T> {
  about: T | undefined;
  isOpen: boolean;
  close(): void;
}

/** Opens and closes a dialog: `const editing = useDialog<Media>(); editing.open(media)`. */
export function useDialog<T>(): AboutOne<T> & { open(about: T): void } {
  const [about, setAbout] = useState<T>();
  const [isOpen, { open, close }] = useDisclosure();
  return {
    about,
    isOpen,
    close,
    open(next) {
      setAbout(next);
      open();
    },
  };
}
