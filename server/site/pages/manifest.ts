import { sitePathOf } from '../../../shared/site-address.ts';
import { VERSION } from '../../../shared/version.ts';
import type { Services } from '../../../routers/core/context.ts';
import { tagOf } from '../../http/validators.ts';
import { textErrors } from '../../http/errors.ts';
import type { Routes } from '../../http/routes.ts';
import type { Settings } from '../../../routers/data/settings/schemas.ts';
import type { CacheableRead } from '../../http/cacheable-read.ts';
import { iconUrl } from './identity/icons.ts';

const PATH = '/site.webmanifest';

/** The background of the light theme; a manifest has only one colour. */
const BACKGROUND = '#fdfcfa';

/** Adds the Web Application Manifest (W3C), which makes the site installable. */
export function addManifest({ addRead }: Routes, services: Services): void {
  const { settings } = services;
  const resolve = (): CacheableRead => ({
    key: 'manifest',
    limit: null,
    tags: ['settings'],
    async render() {
      const body = JSON.stringify(buildManifest(await settings.current()));
      return { type: 'application/manifest+json; charset=utf-8', body, tag: tagOf(body) };
    },
  });
  addRead(PATH, { resolve, errors: textErrors(services) });
}

function buildManifest(settings: Settings) {
  const { title, description, language, siteUrl } = settings;
  const home = `${sitePathOf(siteUrl)}/`;
  return {
    id: home,
    name: title,
    short_name: title,
    ...(description !== '' && { description }),
    lang: language,
    start_url: home,
    scope: home,
    display: 'minimal-ui',
    background_color: BACKGROUND,
    theme_color: BACKGROUND,
    icons: iconsOf(settings, home),
  };
}

function iconsOf({ icon }: Settings, home: string) {
  const png = (size: 192 | 512, purpose: string) => ({
    src: icon === '' ? `${home}assets/icon-${size}.png?v=${VERSION}` : home + iconUrl(icon, size).slice(1),
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  // It is not known how much of the edge of the owner's image may be cut off.
  if (icon !== '') return [png(192, 'any'), png(512, 'any')];
  return [
    { src: `${home}assets/icon.svg?v=${VERSION}`, sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    png(192, 'any'),
    png(512, 'any'),
    png(512, 'maskable'),
  ];
}
