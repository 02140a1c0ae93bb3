import { setImmediate } from 'node:timers/promises';

import type { Services } from '../../routers/context.ts';
import type { Renderer } from '../render/markdown.ts';
import type { Templates } from './engine.ts';
import type { PageRequest } from './request.ts';
import type { Found } from './routes.ts';

/** What writing pages takes. */
export interface Site {
  services: Services;
  renderer: Renderer;
  templates: Templates;
}

/** Writes one page. */
export async function write(
  { services, renderer, templates }: Site,
  page: Found,
  request: Omit<PageRequest, 'renderer'>,
): Promise<string> {
  const view = await page.view({ ...request, renderer });
  const settings = await services.settings.current();
  // Reading and writing a page are a turn of the event loop each.
  await setImmediate();
  return templates.render(settings, view);
}
