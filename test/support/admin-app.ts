import type { Browser } from 'playwright-core';

import { builtApp } from '../../server/site/admin/built.ts';
import { asVisitor, EMPTY, needBrowser, type Visitor, type VisitorOptions } from './browser.ts';
import { databaseKinds } from './databases.ts';
import { startTestService, type TestService } from './service.ts';
import { bringToNow, fillSite } from './site.ts';

/** The localStorage key of the token. */
export const TOKEN_KEY = 'octavo-admin-token';

/** The administrator's app in a browser, for tests. */
export interface AdminTools {
  /** The service; its clock stands still between two visits. */
  use(): TestService;
  /** A test body with a signed-in session: `it('…', signedIn(async ({ open, page }) => { … }))` */
  signedIn(act: (visitor: Visitor) => Promise<void>, options?: VisitorOptions): () => Promise<void>;
  /** A test body without a session. */
  stranger(act: (visitor: Visitor) => Promise<void>, options?: VisitorOptions): () => Promise<void>;
}

/** The state of the service. */
export interface AdminOptions {
  /** Whether it has the blog of `fillSite`; default: true. */
  filled?: boolean;
  /** Whether the first password is set; default: true. */
  administrator?: boolean;
  /** Further environment variables, such as SETUP_KEY. */
  env?: Record<string, string>;
  /** Whether the editor saves by itself; false when absent: it waits as while an input method composes text. */
  autosave?: boolean;
  /**
   * Whether the app gets the stream of events; false when absent: the network is never idle with it, and everything
   * else works without it.
   */
  live?: boolean;
  /** Whether the app gets its service worker; false when absent, because it loads all files of the app. */
  worker?: boolean;
}

/** The URLs of calls of procedures, alone or with others in a batch. */
export function callUrls(...procedures: string[]): RegExp {
  const names = procedures.map((name) => name.replace('.', '\\.')).join('|');
  return new RegExp(`/trpc/(?:[^?]*,)?(?:${names})(?=[,?]|$)`);
}

/** Runs tests of the administrator's app in a real browser; skips them without one. */
export function describeAdmin(
  title: string,
  tests: (app: AdminTools) => void,
  { filled = true, administrator = true, env = {}, live = false, autosave = false, worker = false }: AdminOptions = {},
): void {
  describe(title, function () {
    let browser: Browser;
    let service: TestService | undefined;
    const use = () => service!;
    before(async function () {
      browser = await needBrowser(this);
      service = await startTestService(databaseKinds[0]!, { SITE: 'on', ...env }, { administrator });
      await builtApp();
      if (!administrator) return;
      await bringToNow(service);
      if (filled) await fillSite(service);
    });
    after(() => service?.close());
    const scripts = [...(live ? [] : [holdStream]), ...(autosave ? [] : [compose])];
    const come =
      (token: () => string | null, act: (visitor: Visitor) => Promise<void>, options?: VisitorOptions) => async () => {
        if (administrator) await bringToNow(use());
        await asVisitor(browser, new URL(use().url).origin, (visitor) => bring(visitor, token(), act), {
          serviceWorkers: worker ? 'allow' : 'block',
          scripts,
          ...options,
        });
      };
    tests({
      use,
      signedIn: (act, options) => come(() => use().token, act, options),
      stranger: (act, options) => come(() => null, act, options),
    });
  });
}

async function bring(visitor: Visitor, token: string | null, act: (visitor: Visitor) => Promise<void>): Promise<void> {
  // Only once, so that a test may sign out or remove the token.
  if (token !== null) {
    if (new URL(visitor.page.url()).pathname !== EMPTY) await visitor.open(EMPTY);
    await visitor.page.evaluate(([key, value]) => localStorage.setItem(key!, value!), [TOKEN_KEY, token]);
  }
  await act(visitor);
}

/** In the page: as if another tab read the stream of events. A route would turn off the browser's cache. */
function holdStream(): void {
  // about:blank has no locks.
  if ('locks' in navigator) void navigator.locks.request('octavo-live', () => new Promise(() => undefined));
}

/**
 * In the page: an input method begins to compose whenever something gets the focus, so that the editor saves nothing.
 */
export function compose(): void {
  window.addEventListener('focusin', () => window.dispatchEvent(new CompositionEvent('compositionstart')), true);
}
