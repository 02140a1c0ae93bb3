import { useEffect, useRef } from 'react';

import type { Media } from '../../index.ts';
import { mediaName } from '../uploads/markdown.ts';
import type { Degrees } from './turned.ts';

/** The longest side of the image that is drawn, in pixels. */
const LONGEST = 1280;

/** An image that is turned clockwise. It is drawn, because an element that is turned by a style keeps its place. */
export function TurnedImage({ media, rotate }: { media: Media; rotate: Degrees }) {
  const { url, alt } = media;
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isCurrent = true;
    const image = new Image();
    image.referrerPolicy = 'no-referrer';
    image.src = url;
    image.decode().then(
      () => isCurrent && canvas.current && draw(canvas.current, image, rotate),
      // Without the image, its frame can still be set.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [url, rotate]);
  return <canvas ref={canvas} className="image-editor-image" role="img" aria-label={alt || mediaName(media)} />;
}

function draw(canvas: HTMLCanvasElement, image: HTMLImageElement, rotate: Degrees): void {
  const { naturalWidth, naturalHeight } = image;
  const scale = Math.min(1, LONGEST / Math.max(naturalWidth, naturalHeight));
  const [width, height] = [naturalWidth * scale, naturalHeight * scale];
  const isUpright = rotate % 180 === 0;
  canvas.width = isUpright ? width : height;
  canvas.height = isUpright ? height : width;
  const context = canvas.getContext('2d');
  if (!context) return;
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((rotate * Math.PI) / 180);
  context.drawImage(image, -width / 2, -height / 2, width, height);
}
