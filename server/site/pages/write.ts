import type { Services } from '../../../routers/core/context.ts';
import type { Renderer } from '../render/markdown.ts';
import { ownPictures } from './identity/pictures.ts';
import type { Templates } from './engine.ts';
import type { PageRequest } from './request.ts';
import type { Page, Params } from './routes.ts';

export interface Site {
  services: Services;
  renderer: Renderer;
  templates: Templates;
}

/** Renders a page. */
export async function write(
  { services, renderer, templates }: Site,
  page: Page,
  params: Params,
  request: Omit<PageRequest, 'renderer'>,
): Promise<string> {
  const view = await page.view({ ...request, renderer }, params);
  const settings = await services.settings.current();
  const values = { ...(await ownPictures(request.call, settings)), ...view.values };
  return templates.render(settings, { ...view, values });
}
