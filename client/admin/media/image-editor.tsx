import { Alert, Button, Group, NativeSelect, SegmentedControl, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { RotateCcw, RotateCw } from 'lucide-react';
import { useState } from 'react';
import 'react-image-crop/dist/ReactCrop.css';

import type { Media } from '../../index.ts';
import { queryClient, trpc } from '../api/api.ts';
import { useTranslations } from '../translations/translations.ts';
import { notifyDone } from '../ui/notify.ts';
import { errorSentence } from '../errors/translate-error.ts';
import { CropFrame, largestArea, shapes, type Shape } from './crop-frame.tsx';
import { FocusPoint } from './focus-point.tsx';
import { turnArea, turnPoint, undoTurn, type Area, type Degrees, type Point } from './turned.ts';
import './image-editor.css';

const WHOLE: Area = { x: 0, y: 0, width: 1, height: 1 };

interface ImageEditorProps {
  media: Media;
  /** @param made the new image; null when only the focal point changed */
  done: (made: Media | null) => void;
}

/** Crops and turns an image, and chooses its focal point. Places are those of the image as it is shown, turned. */
export function ImageEditor({ media, done }: ImageEditorProps) {
  const { common, pictures: t } = useTranslations();
  const [part, setPart] = useState<'crop' | 'focus'>('crop');
  const [rotate, setRotate] = useState<Degrees>(0);
  const [area, setArea] = useState(WHOLE);
  const [shape, setShape] = useState<Shape>('free');
  const [focus, setFocus] = useState<Point | null>(media.focus ?? null);
  const edit = useMutation(
    trpc.media.edit.mutationOptions({ onSettled: () => queryClient.invalidateQueries(trpc.media.list.pathFilter()) }),
  );
  const ratio = ratioOf(media, rotate);
  const changes = changesOf({ area, rotate, focus }, media.focus ?? null);
  const isNew = changes.crop !== undefined || changes.rotate !== undefined;

  function turn(by: 90 | 270): void {
    setRotate((now) => ((now + by) % 360) as Degrees);
    setFocus((now) => now && turnPoint(now, by));
    setShape('free');
    setArea(turnArea(area, by));
  }

  function choose(next: Shape): void {
    setShape(next);
    if (next !== 'free') setArea(largestArea(shapes[next], ratio));
  }

  function save(): void {
    edit.mutate(
      { id: media.id, ...changes },
      {
        onSuccess({ media: result }) {
          notifyDone(isNew ? t.saved : t.focusSaved);
          done(isNew ? result : null);
        },
      },
    );
  }

  return (
    <Stack className="image-editor">
      <SegmentedControl
        aria-label={t.title}
        value={part}
        onChange={(value) => setPart(value)}
        data={[
          { value: 'crop', label: t.crop },
          { value: 'focus', label: t.focus },
        ]}
      />
      {part === 'crop' ? (
        <>
          <Text size="sm" c="dimmed">
            {t.cropHelp}
          </Text>
          <CropFrame media={media} rotate={rotate} area={area} aspect={shapes[shape]} change={setArea} />
          <Group gap="xs" align="end">
            <NativeSelect
              label={t.shape}
              value={shape}
              onChange={({ currentTarget }) => choose(currentTarget.value as Shape)}
              data={[
                { value: 'free', label: t.free },
                { value: '1:1', label: t.square },
                ...(['4:3', '3:2', '16:9', '3:4'] as const).map((value) => ({ value, label: value })),
              ]}
            />
            <Button variant="default" onClick={() => turn(270)} leftSection={<RotateCcw size={16} aria-hidden />}>
              {t.turnLeft}
            </Button>
            <Button variant="default" onClick={() => turn(90)} leftSection={<RotateCw size={16} aria-hidden />}>
              {t.turnRight}
            </Button>
            <Button
              variant="default"
              onClick={() => {
                setShape('free');
                setArea(WHOLE);
              }}
            >
              {t.whole}
            </Button>
          </Group>
        </>
      ) : (
        <FocusPoint media={media} rotate={rotate} focus={focus ?? { x: 0.5, y: 0.5 }} change={setFocus} />
      )}
      {edit.error && (
        <Alert color="red" role="alert">
          {errorSentence(edit.error)}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={() => done(null)}>
          {common.cancel}
        </Button>
        <Button disabled={Object.keys(changes).length === 0} loading={edit.isPending} onClick={save}>
          {isNew ? t.saveNew : common.save}
        </Button>
      </Group>
    </Stack>
  );
}

/** Width by height of an image as it is shown. */
function ratioOf({ width, height }: Media, rotate: Degrees): number {
  const ratio = (width || 1) / (height || 1);
  return rotate % 180 === 0 ? ratio : 1 / ratio;
}

/** What is shown, as the service takes it: in the image before it is turned. A focal point that is cut off is not sent. */
function changesOf(
  { area, rotate, focus }: { area: Area; rotate: Degrees; focus: Point | null },
  before: Point | null,
): { crop?: Area; rotate?: Degrees; focus?: Point } {
  const back = undoTurn(rotate);
  const isWhole = area.width > 0.999 && area.height > 0.999;
  const point = focus && roundPoint(turnPoint(focus, back));
  const isMoved =
    point !== null && (Math.abs(point.x - (before?.x ?? -1)) > 0.001 || Math.abs(point.y - (before?.y ?? -1)) > 0.001);
  const crop = isWhole ? WHOLE : clip(turnArea(area, back));
  return {
    ...(!isWhole && { crop }),
    ...(rotate !== 0 && { rotate }),
    ...(isMoved && isWithin(point, crop) && { focus: point }),
  };
}

function isWithin({ x, y }: Point, { x: left, y: top, width, height }: Area): boolean {
  return x >= left && x <= left + width && y >= top && y <= top + height;
}

/** What rounding moved beyond an edge is brought back. */
function clip({ x, y, width, height }: Area): Area {
  const [left, top] = [Math.max(0, x), Math.max(0, y)];
  return { x: left, y: top, width: Math.min(width, 1 - left), height: Math.min(height, 1 - top) };
}

function roundPoint({ x, y }: Point): Point {
  return { x: Math.round(x * 1e4) / 1e4, y: Math.round(y * 1e4) / 1e4 };
}
