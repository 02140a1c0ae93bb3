import { useEffect, useState } from 'react';

import { styleNonce } from '../../api/nonce.ts';
import { fillFrame, trustedHtml } from '../../offline/trusted-html.ts';
import './mail-preview.css';

interface MailFrameProps {
  html: string;
  /** In CSS pixels. */
  width: number;
  scheme: 'light' | 'dark';
  title: string;
}

/** A mail in a frame of its own, as high as the mail. No scripts run there, and nothing in it can be clicked. */
export function MailFrame({ html, width, scheme, title }: MailFrameProps) {
  const [page, setPage] = useState<Document | null>(null);
  const [height, setHeight] = useState(300);

  useEffect(() => {
    if (page) show(page, html, scheme);
  }, [page, html, scheme]);
  useEffect(() => {
    if (!page) return undefined;
    const observer = new ResizeObserver(() => setHeight(page.body.offsetHeight));
    observer.observe(page.body);
    return () => observer.disconnect();
  }, [page, html, scheme]);

  return (
    <iframe
      className="mail-frame"
      title={title}
      sandbox="allow-same-origin"
      style={{ inlineSize: width, blockSize: height }}
      ref={begin}
      onLoad={({ currentTarget }) => setPage(currentTarget.contentDocument)}
    />
  );
}

/** Trusts the mails that the service has rendered; the frame runs no scripts. */
const policy = trustedHtml('octavo-mail-preview');

const EMPTY = '<!doctype html><html><head><title>-</title></head><body></body></html>';
const begin = fillFrame(policy, EMPTY);
/** The attribute that holds the styles of an element until a script sets them, which the policy of the app permits. */
const STYLES = 'data-style';
const STYLE_SHEET = /<style>([^<]*)<\/style>/g;

function show(page: Document, html: string, scheme: 'light' | 'dark'): void {
  const css = Array.from(html.matchAll(STYLE_SHEET), ([, rules = '']) => rules).join('\n');
  const bare = html.replaceAll(STYLE_SHEET, '').replaceAll(/(<[a-z][^<>]*?) style="/g, `$1 ${STYLES}="`);
  const mail = new DOMParser().parseFromString(policy.createHTML(bare), 'text/html');
  const { lang, dir } = mail.documentElement;
  Object.assign(page.documentElement, { lang, dir });
  page.documentElement.style.colorScheme = scheme;
  const own = page.createElement('style');
  own.nonce = styleNonce();
  // The colours that are looked at, whatever those of the device.
  own.textContent = css.replaceAll(/\(prefers-color-scheme:\s*dark\)/g, scheme === 'dark' ? 'all' : 'not all');
  page.querySelector('style')?.remove();
  page.head.append(own);
  mail.body.inert = true;
  const body = page.adoptNode(mail.body);
  for (const one of [body, ...body.querySelectorAll<HTMLElement>(`[${STYLES}]`)]) {
    one.style.cssText = one.getAttribute(STYLES) ?? '';
  }
  page.body.replaceWith(body);
}
