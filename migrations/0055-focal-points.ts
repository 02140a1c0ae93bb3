import { addColumn } from './add-column.ts';
import type { Migration } from './migration.ts';

/** The focal points of images: the part that stays visible where they are cropped. */
export const focalPoints: Migration = {
  name: '0055-focal-points',
  up: (schema) => addColumn(schema, 'media', 'focus', 'text'),
};
