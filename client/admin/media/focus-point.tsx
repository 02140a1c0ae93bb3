import { Group, NumberInput, Stack, Text } from '@mantine/core';
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';

import type { Media } from '../../index.ts';
import { useTranslations } from '../translations/translations.ts';
import { TurnedImage } from './turned-image.tsx';
import type { Degrees, Point } from './turned.ts';

/** How far an arrow key moves the point. */
const STEP = 0.01;

interface FocusPointProps {
  media: Media;
  rotate: Degrees;
  focus: Point;
  change: (focus: Point) => void;
}

/** The focal point of an image: by a click, a drag, the arrow keys, or two numbers. */
export function FocusPoint({ media, rotate, focus, change }: FocusPointProps) {
  const { pictures: t } = useTranslations();
  const place = useRef<HTMLDivElement>(null);

  function follow({ clientX, clientY, buttons, currentTarget, pointerId, type }: PointerEvent<HTMLDivElement>): void {
    if (buttons !== 1) return;
    if (type === 'pointerdown') currentTarget.setPointerCapture(pointerId);
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    change({ x: within((clientX - left) / width), y: within((clientY - top) / height) });
  }

  function move(event: KeyboardEvent): void {
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-STEP, 0],
      ArrowRight: [STEP, 0],
      ArrowUp: [0, -STEP],
      ArrowDown: [0, STEP],
    };
    const [x, y] = steps[event.key] ?? [];
    if (x === undefined || y === undefined) return;
    event.preventDefault();
    const by = event.shiftKey ? 10 : 1;
    change({ x: within(focus.x + by * x), y: within(focus.y + by * y) });
  }

  const percent = (value: number) => Math.round(value * 100);
  const readPercent = (value: number | string) => (typeof value === 'number' ? within(value / 100) : 0.5);
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t.focusHelp}
      </Text>
      <div className="image-editor-place" dir="ltr">
        <div ref={place} className="image-editor-focus" onPointerDown={follow} onPointerMove={follow}>
          <TurnedImage media={media} rotate={rotate} />
          <button
            type="button"
            className="image-editor-point"
            aria-label={t.point}
            style={{ left: `${focus.x * 100}%`, top: `${focus.y * 100}%` }}
            onKeyDown={move}
          />
        </div>
      </div>
      <Group gap="xs">
        <NumberInput
          label={t.fromLeft}
          min={0}
          max={100}
          value={percent(focus.x)}
          onChange={(value) => change({ ...focus, x: readPercent(value) })}
        />
        <NumberInput
          label={t.fromTop}
          min={0}
          max={100}
          value={percent(focus.y)}
          onChange={(value) => change({ ...focus, y: readPercent(value) })}
        />
      </Group>
    </Stack>
  );
}

function within(value: number): number {
  return Math.min(1, Math.max(0, Math.round(value * 1e4) / 1e4));
}
