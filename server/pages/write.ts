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
  return templates.render(await services.settings.current(), await page.view({ ...request, renderer }));
}
