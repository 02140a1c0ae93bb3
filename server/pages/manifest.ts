import { VERSION } from '../../shared/version.ts';
import type { Services } from '../../routers/context.ts';
import { tagOf } from '../http/caching.ts';
import { textErrors } from '../http/errors.ts';
import type { Routes } from '../http/routes.ts';
import type { CacheableRead } from '../reads/cacheable-read.ts';

const PATH = '/site.webmanifest';

/** Colours of the page in its light theme: a manifest knows one only. */
const PAGE = '#fdfcfa';

/** Adds what tells browsers how to put the site among the apps of a device (W3C Web Application Manifest). */
export function addManifest({ add }: Routes, services: Services): void {
  const { settings } = services;
  const resolve = (): CacheableRead => ({
    key: 'manifest',
    limit: null,
    tags: ['settings'],
    async render() {
      const body = JSON.stringify(manifestOf(await settings.current()));
      return { type: 'application/manifest+json; charset=utf-8', body, tag: tagOf(body) };
    },
  });
  // GET never gets beyond the read cache.
  add('GET', PATH, (_, next) => next(), { resolve, errors: textErrors(services) });
}

function manifestOf({ title, description, language }: Awaited<ReturnType<Services['settings']['current']>>) {
  const png = (size: number, purpose: string) => ({
    src: `/assets/icon-${size}.png?v=${VERSION}`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  return {
    id: '/',
    name: title,
    short_name: title,
    ...(description !== '' && { description }),
    lang: language,
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    background_color: PAGE,
    theme_color: PAGE,
    icons: [
      { src: `/assets/icon.svg?v=${VERSION}`, sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      png(192, 'any'),
      png(512, 'any'),
      png(512, 'maskable'),
    ],
  };
}
