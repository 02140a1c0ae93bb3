import { useWindowEvent } from '@mantine/hooks';
import { FileText, Film, Image, ImageOff, Music } from 'lucide-react';
import { useState } from 'react';

import type { Media } from '../../index.ts';
import type { ImageSize } from '../../../shared/image-size.ts';
import { measure } from '../ui/measure.ts';
import { useTranslations } from '../translations/translations.ts';
import './preview.css';

const icons = { image: Image, video: Film, audio: Music, file: FileText };

interface PreviewProps {
  media: Media;
  /** Called with the size of the image. */
  onSize?: ((size: ImageSize) => void) | undefined;
}

/** The image of a link, or an icon of its kind. */
export function Preview({ media, onSize }: PreviewProps) {
  const { url, alt, kind } = media;
  const t = useTranslations().media;
  const [isBroken, setBroken] = useState(false);
  useWindowEvent('online', () => setBroken(false));
  if (kind === 'image' && !isBroken) {
    return (
      <img
        className="media-preview"
        src={smallUrlOf(media)}
        alt={alt}
        loading="lazy"
        // Other sites must not learn the URL of the administrator's app.
        referrerPolicy="no-referrer"
        onLoad={() => onSize && void measure(url).then((size) => size && onSize(size))}
        onError={() => setBroken(true)}
      />
    );
  }
  const Icon = isBroken ? ImageOff : icons[kind];
  return (
    <span className="media-preview">
      <Icon size={28} aria-hidden />
      {isBroken ? t.broken : t.oneKind[kind]}
    </span>
  );
}

/** The URL of the smallest version of an image. */
function smallUrlOf({ url, sizes = [] }: Media): string {
  return sizes.length === 0 ? url : url.replace(/\.\w+$/, `-${Math.min(...sizes)}.webp`);
}
