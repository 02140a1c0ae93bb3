import { useRef, useState, type DragEvent } from 'react';

import { hasFiles, transferredFiles } from './transferred-files.ts';

/**
 * Makes an element a place for files: `<div className="drop-place" {...useDrop(add)}>`.
 *
 * @param take gets the files that are dropped there, and the event
 */
export function useDrop(take: (files: File[], event: DragEvent) => void) {
  const [isOver, setOver] = useState(false);
  // The element and each element in it send their own `dragenter` and `dragleave`.
  const depth = useRef(0);

  function step(by: 1 | -1, event: DragEvent): void {
    if (!hasFiles(event.dataTransfer)) return;
    depth.current = Math.max(0, depth.current + by);
    setOver(depth.current > 0);
  }

  return {
    'data-over': isOver || undefined,
    onDragEnter: (event: DragEvent) => step(1, event),
    onDragLeave: (event: DragEvent) => step(-1, event),
    onDragOver(event: DragEvent) {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
    },
    onDrop(event: DragEvent) {
      depth.current = 0;
      setOver(false);
      // The code editor handles files that are dropped on it.
      if (event.defaultPrevented || !hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      const files = transferredFiles(event.dataTransfer);
      if (files.length > 0) take(files, event);
    },
  };
}
