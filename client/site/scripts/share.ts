import { onClick } from './dom.ts';
import { statusBeside } from './likes.ts';
import { tell } from './status.ts';
import { translations } from './translations.ts';

/** Shares the URL of the page with the Web Share API, or copies it. */
export function offerShare(): void {
  onClick('button[data-share]', (button) => {
    const url = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href.split('#')[0]!;
    void ('share' in navigator ? share(url) : copy(button, url));
  });
}

async function share(url: string): Promise<void> {
  // The visitor may cancel.
  await navigator.share({ title: document.title, url }).catch(() => undefined);
}

async function copy(button: HTMLElement, url: string): Promise<void> {
  const status = statusBeside(button);
  try {
    await navigator.clipboard.writeText(url);
    tell(status, (await translations()).t('post.copied'));
  } catch {
    // Without a clipboard, such as over plain HTTP, the URL is shown to be copied by hand.
    tell(status, url);
  }
}
