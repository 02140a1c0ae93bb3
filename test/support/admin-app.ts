import type { Browser, BrowserContextOptions } from 'playwright-core';

import { builtApp } from '../../server/admin/built.ts';
import { asVisitor, needBrowser, type Visitor } from './browser.ts';
import { databaseKinds } from './databases.ts';
import { startTestService, type TestService } from './service.ts';
import { bringToNow, fillSite } from './site.ts';

/** Where the app keeps the token. */
export const TOKEN_KEY = 'octavo-admin-token';

/** The administrator's app in a browser, and what tests of it need. */
export interface AdminTools {
  /** The service behind it; its clock stands still between two visits. */
  use(): TestService;
  /** A test body: somebody who is signed in already. `it('…', signedIn(async ({ open, page }) => { … }))` */
  signedIn(act: (visitor: Visitor) => Promise<void>, options?: BrowserContextOptions): () => Promise<void>;
  /** A test body: somebody who has not signed in. */
  stranger(act: (visitor: Visitor) => Promise<void>, options?: BrowserContextOptions): () => Promise<void>;
}

/** What the service under the app holds. */
export interface AdminOptions {
  /** The blog of `fillSite`; true when absent. */
  filled?: boolean;
  /** Whether the first password is set; true when absent. */
  administrator?: boolean;
  /** Further environment variables, such as SETUP_KEY. */
  env?: Record<string, string>;
}

/** Runs tests of the administrator's app in a real browser; without a browser, says so. */
export function describeAdmin(
  title: string,
  tests: (app: AdminTools) => void,
  { filled = true, administrator = true, env = {} }: AdminOptions = {},
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
    const come =
      (token: () => string | null, act: (visitor: Visitor) => Promise<void>, options?: BrowserContextOptions) =>
      async () => {
        if (administrator) await bringToNow(use());
        await asVisitor(browser, new URL(use().url).origin, (visitor) => bring(visitor, token(), act), options);
      };
    tests({
      use,
      signedIn: (act, options) => come(() => use().token, act, options),
      stranger: (act, options) => come(() => null, act, options),
    });
  });
}

async function bring(visitor: Visitor, token: string | null, act: (visitor: Visitor) => Promise<void>): Promise<void> {
  // Once, so that a test may sign out, or take the token away.
  if (token !== null) {
    await visitor.open('/healthz');
    await visitor.page.evaluate(([key, value]) => localStorage.setItem(key!, value!), [TOKEN_KEY, token]);
  }
  await act(visitor);
}
