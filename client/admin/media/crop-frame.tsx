import { ReactCrop } from 'react-image-crop';

import type { Media } from '../../index.ts';
import { useTranslations } from '../translations/translations.ts';
import { TurnedImage } from './turned-image.tsx';
import type { Area, Degrees } from './turned.ts';

/** Shapes of a part by name, as width by height; undefined for any. */
export const shapes = {
  free: undefined,
  '1:1': 1,
  '4:3': 4 / 3,
  '3:2': 3 / 2,
  '16:9': 16 / 9,
  '3:4': 3 / 4,
} as const;
export type Shape = keyof typeof shapes;

interface CropFrameProps {
  media: Media;
  rotate: Degrees;
  area: Area;
  /** Width by height. */
  aspect: number | undefined;
  change: (area: Area) => void;
}

/** The frame of the part that is kept, with handles for the pointer and the arrow keys. */
export function CropFrame({ media, rotate, area, aspect, change }: CropFrameProps) {
  const { pictures: t } = useTranslations();
  const name = (side: string) => `${t.edge}: ${side}`;
  return (
    <div className="image-editor-place" dir="ltr">
      <ReactCrop
        crop={{
          unit: '%',
          x: area.x * 100,
          y: area.y * 100,
          width: area.width * 100,
          height: area.height * 100,
        }}
        {...(aspect !== undefined && { aspect })}
        keepSelection
        minWidth={8}
        minHeight={8}
        ruleOfThirds
        onChange={(_, { x, y, width, height }) =>
          change({ x: x / 100, y: y / 100, width: width / 100, height: height / 100 })
        }
        ariaLabels={{
          cropArea: t.frame,
          nwDragHandle: name(`${t.top}, ${t.left}`),
          nDragHandle: name(t.top),
          neDragHandle: name(`${t.top}, ${t.right}`),
          eDragHandle: name(t.right),
          seDragHandle: name(`${t.bottom}, ${t.right}`),
          sDragHandle: name(t.bottom),
          swDragHandle: name(`${t.bottom}, ${t.left}`),
          wDragHandle: name(t.left),
        }}
      >
        <TurnedImage media={media} rotate={rotate} />
      </ReactCrop>
    </div>
  );
}

/** The largest part of a shape in the middle of an image. @param ratio width by height of the image */
export function largestArea(shape: number, ratio: number): Area {
  const width = Math.min(1, shape / ratio);
  const height = Math.min(1, ratio / shape);
  return { x: (1 - width) / 2, y: (1 - height) / 2, width, height };
}
