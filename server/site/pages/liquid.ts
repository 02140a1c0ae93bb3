import { Context, Liquid } from 'liquidjs';

import { addFilters } from './filters.ts';

/** LiquidJS with the filters of the templates. */
export interface Engine {
  engine: Liquid;
  Context: typeof Context;
}

/**
 * Opens the templates of some folders, the first that has a template first.
 *
 * @param escapes whether output is escaped unless a template uses `| raw`
 */
export function openEngine(root: string[], escapes: boolean): Engine {
  const engine = new Liquid({
    root,
    extname: '.liquid',
    ...(escapes && { outputEscape: 'escape' as const }),
    strictFilters: true,
    ownPropertyOnly: true,
    cache: true,
  });
  addFilters(engine);
  return { engine, Context };
}
