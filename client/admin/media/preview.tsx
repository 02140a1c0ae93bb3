import { FileText, Film, Image, ImageOff, Music } from 'lucide-react';
import { useState } from 'react';

import type { Media } from '../../index.ts';
import type { ImageSize } from '../../../shared/image-size.ts';
import { measure } from '../ui/measure.ts';
import { useTranslations } from '../translations/translations.ts';

const icons = { image: Image, video: Film, audio: Music, file: FileText };

interface PreviewProps {
  media: Media;
  /** Is told how large the picture is. */
  onSize?: (size: ImageSize) => void;
}

/** The image of a link, or an icon of its kind. */
export function Preview({ media: { url, alt, kind }, onSize }: PreviewProps) {
  const t = useTranslations().media;
  const [isBroken, setBroken] = useState(false);
  if (kind === 'image' && !isBroken) {
    return (
      <img
        className="media-preview"
        src={url}
        alt={alt}
        loading="lazy"
        // The address of the administrator's app is nobody else's business.
        referrerPolicy="no-referrer"
        onLoad={() => void measure(url).then((size) => size && onSize?.(size))}
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
