import { onClick } from './dom.ts';
import { statusBeside } from './likes.ts';
import { tell } from './status.ts';
import { translations } from './translations.ts';

/** Hands the address of the page to another app where the device can, and copies it where it cannot. */
export function offerShare(): void {
  onClick('button[data-share]', (button) => {
    const url = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href.split('#')[0]!;
    void ('share' in navigator ? share(url) : copy(button, url));
  });
}

async function share(url: string): Promise<void> {
  // Visitors may think better of it.
  await navigator.share({ title: document.title, url }).catch(() => undefined);
}

async function copy(button: HTMLElement, url: string): Promise<void> {
  const status = statusBeside(button);
  try {
    await navigator.clipboard.writeText(url);
    tell(status, (await translations()).t('post.copied'));
  } catch {
    // Over plain http, or where it is not allowed: shown, it can be copied by hand.
    tell(status, url);
  }
}
