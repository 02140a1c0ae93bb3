import { Group } from '@mantine/core';
import { CircleCheck, TriangleAlert } from 'lucide-react';

import './state.css';

/** A good or bad state as text, icon and colour. */
export function State({ good, word }: { good: boolean; word: string }) {
  const Icon = good ? CircleCheck : TriangleAlert;
  return (
    <Group gap={6} wrap="nowrap" className={good ? 'good' : 'bad'}>
      <Icon size={16} aria-hidden />
      {word}
    </Group>
  );
}
