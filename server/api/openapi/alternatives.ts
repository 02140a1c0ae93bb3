import type { Schema } from './document.ts';

/**
 * The body of a bulk call as two alternatives: certain ids, or a filter with the number of what matches. Other bodies stay
 * as they are.
 */
export function withAlternatives(schema: Schema): Schema {
  const { ids, filter, expected, after, ...common } = schema.properties ?? {};
  if (!ids || !filter || !expected || !after) return schema;
  const { description, required = [] } = schema;
  const alternative = (title: string, own: Record<string, Schema>, needed: string[]): Schema => ({
    type: 'object',
    title,
    properties: { ...common, ...own },
    required: [...required, ...needed],
  });
  return {
    ...(description !== undefined && { description }),
    oneOf: [
      alternative('By ids', { ids }, ['ids']),
      alternative('By filter', { filter, expected, after }, ['filter', 'expected']),
    ],
  };
}
