import { Group, SegmentedControl, Stack, Text, Title, useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useEffect, useState } from 'react';

import { VERSION } from '../../../shared/version.ts';
import { styleNonce } from '../api/nonce.ts';
import { basePath } from '../place.ts';
import { fillFrame, trustedHtml } from '../offline/trusted-html.ts';
import { useTranslations } from '../translations/translations.ts';
import type { Previewed } from './use-site-preview.ts';

/** The width of the page in CSS pixels, by device. */
const WIDTHS = { phone: 375, desktop: 1100 } as const;

/** A page of the site as it would be with the unsaved settings. No scripts run there, and nothing in it can be clicked. */
export function SitePreview({ page, choose, shown, isBroken }: Previewed) {
  const t = useTranslations().design;
  const [scheme, setScheme] = useState<'light' | 'dark'>(useComputedColorScheme('light'));
  const [device, setDevice] = useState<keyof typeof WIDTHS>('desktop');
  const [frame, setFrame] = useState<Document | null>(null);
  const { ref, width } = useElementSize();
  const scale = width === 0 ? 1 : Math.min(1, width / WIDTHS[device]);

  useEffect(() => {
    if (frame && shown) show(frame, shown);
  }, [frame, shown]);
  useEffect(() => {
    if (frame) frame.documentElement.dataset['theme'] = scheme;
  }, [frame, scheme, shown]);

  return (
    <Stack component="section" aria-label={t.preview} className="design-preview" gap="xs">
      <Title order={2} size="h4">
        {t.preview}
      </Title>
      <Group gap="xs">
        <Choice label={t.page} names={{ home: t.homePage, post: t.post }} value={page} choose={choose} />
        <Choice label={t.scheme} names={{ light: t.light, dark: t.dark }} value={scheme} choose={setScheme} />
        <Choice label={t.device} names={{ desktop: t.desktop, phone: t.phone }} value={device} choose={setDevice} />
      </Group>
      <div ref={ref} className="design-stage" data-device={device}>
        <iframe
          className="design-frame"
          title={t.preview}
          sandbox="allow-same-origin"
          style={{ inlineSize: WIDTHS[device], blockSize: `${100 / scale}%`, transform: `scale(${scale})` }}
          ref={begin}
          onLoad={({ currentTarget }) => setFrame(currentTarget.contentDocument)}
        />
      </div>
      <Text size="sm" c="dimmed" role="status">
        {isBroken && t.noPreview}
      </Text>
    </Stack>
  );
}

interface ChoiceProps<T extends string> {
  label: string;
  names: Record<T, string>;
  value: T;
  choose: (value: T) => void;
}

function Choice<T extends string>({ label, names, value, choose }: ChoiceProps<T>) {
  const data = (Object.keys(names) as T[]).map((one) => ({ value: one, label: names[one] }));
  return <SegmentedControl size="xs" aria-label={label} data={data} value={value} onChange={choose} />;
}

/** Trusts pages that the service has rendered; the frame runs no scripts. */
const policy = trustedHtml('octavo-site-preview');

const EMPTY = `<!doctype html><html><head><title>-</title><link rel="stylesheet" href="${basePath}/assets/site.css?v=${VERSION}"></head><body></body></html>`;
const begin = fillFrame(policy, EMPTY);

/** Replaces the body, so that the style sheets stay and nothing flickers. */
function show(frame: Document, { html, css }: { html: string; css: string }): void {
  const page = new DOMParser().parseFromString(policy.createHTML(html), 'text/html');
  const { lang, dir } = page.documentElement;
  Object.assign(frame.documentElement, { lang, dir });
  const own = frame.createElement('style');
  own.nonce = styleNonce();
  own.textContent = css;
  frame.querySelector('style')?.remove();
  frame.head.append(own);
  page.body.inert = true;
  frame.body.replaceWith(frame.adoptNode(page.body));
}
