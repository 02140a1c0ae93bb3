import { getTRPCErrorFromUnknown } from '@trpc/server';

import { release } from '../../release.ts';
import type { Services } from '../../routers/context.ts';
import { describeDatabaseError } from '../../routers/database-errors.ts';
import { wordsAnswer } from '../http/answer.ts';
import { tagOf } from '../http/caching.ts';
import type { Reading } from '../reads/reading.ts';

export const manifestPath = '/site.webmanifest';

/** Colours of the page in its light theme: a manifest knows one only. */
const PAGE = '#fdfcfa';

/** Tells browsers how to put the site among the apps of a device (W3C Web Application Manifest). */
export function manifestReading(services: Services): Reading {
  const { settings } = services;
  return {
    key: 'manifest',
    route: `GET ${manifestPath}`,
    limit: null,
    tags: ['settings'],
    isSearch: false,
    isPersonal: false,
    isAbsolute: false,
    async make() {
      const body = JSON.stringify(manifestOf(await settings.current()));
      return { type: 'application/manifest+json; charset=utf-8', body, tag: tagOf(body) };
    },
    fail: (thrown) => wordsAnswer(describeDatabaseError(getTRPCErrorFromUnknown(thrown), services)),
  };
}

function manifestOf({ title, description, language }: Awaited<ReturnType<Services['settings']['current']>>) {
  const png = (size: number, purpose: string) => ({
    src: `/assets/icon-${size}.png?v=${release}`,
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
      { src: `/assets/icon.svg?v=${release}`, sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      png(192, 'any'),
      png(512, 'any'),
      png(512, 'maskable'),
    ],
  };
}
