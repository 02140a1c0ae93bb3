import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import sharp from 'sharp';

import { describeAdmin } from '../support/admin-app.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { hasFocus } from '../support/browser.ts';
import { editorOn, says, showsText, typeAtEnd, publishWith } from '../support/editor.ts';
import { tabThrough } from '../support/keyboard.ts';
import { read, write } from '../support/posts.ts';
import { newFolder } from '../support/run.ts';
import { PASSWORD, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const uploads = (page: Page) => page.getByRole('region', { name: 'Uploads' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describeAdmin(
  "uploads in the administrator's app",
  ({ use, signedIn }) => {
    const media = async () => (await use().admin('GET', '/api/media?pageSize=100')).body.media;
    const pathOf = (url: string) => new URL(url).pathname;
    const network = networkOf(use);
    before(network.watch);
    afterEach(network.restore);
    after(network.unwatch);

    it(
      'puts a pasted screenshot where the cursor was, while typing goes on, and asks for its alternative text',
      signedIn(async ({ open, page, context }) => {
        await context.grantPermissions(['clipboard-read', 'clipboard-write']);
        const id = await write(use(), { id: 'paste', title: 'Paste', content: 'Before.' });
        await open(`/admin/posts/${id}`);
        await typeAtEnd(page, '');
        const held = await holdUploads(page);
        await copyImage(page, await picture('red'));
        await page.keyboard.press('Control+v');
        await page.getByText(/^Uploading Pasted image/).waitFor();
        await page.keyboard.type(' After.');
        held();
        await uploads(page).getByText('Describe the new images').waitFor();
        const [{ url, name }] = await media();
        expect(name).to.match(/^Pasted image \w{3} \d/);
        await showsText(page, `Before.\n\n![](${pathOf(url)})\n\n After.`);

        // One step of its own.
        await editorOn(page).text.focus();
        await page.keyboard.press('Control+z');
        await showsText(page, 'Before. After.');
        await page.keyboard.press('Control+y');
        await showsText(page, `Before.\n\n![](${pathOf(url)})\n\n After.`);

        await uploads(page).getByRole('textbox').fill('A red [square]');
        expect(await accessibilityProblems(page)).to.deep.equal([]);
        await page.keyboard.press('Enter');
        await uploads(page).waitFor({ state: 'detached' });
        expect(await hasFocus(editorOn(page).text)).to.equal(true);
        await page.keyboard.press('Control+s');
        await says(page, 'Saved');
        const text = `Before.\n\n![A red \\[square\\]](${pathOf(url)})\n\n After.`;
        await showsText(page, text);
        expect((await use().admin('GET', `/api/posts/${id}/working-copy`)).body.workingCopy.fields.content).to.equal(
          text,
        );
        await until(async () => (await media())[0].alt === 'A red [square]');
      }),
    );

    it(
      'uploads five files, three at a time, and continues after a cancellation and a network failure',
      signedIn(async ({ open, page, expectProblem }) => {
        const id = await write(use(), { id: 'five', title: 'Five', content: 'One paragraph.\n\nAnother.' });
        const limit = await uploadLimit(page);
        await limit(20_000);
        await open(`/admin/posts/${id}`);
        await editorOn(page).text.waitFor();
        const files = await Promise.all(['blue', 'green', 'teal', 'gold', 'plum'].map((name) => noise(name)));
        await drop(page, '.cm-line', [...files, { name: 'notes.txt', content: 'bm90ZXM=' }]);
        const rows = uploads(page).getByRole('listitem');
        expect(await rows.count()).to.equal(6);
        await page.waitForFunction(() => /^[1-9]/.test(document.querySelector('.upload-state')?.textContent ?? ''));
        expect((await rows.allInnerTexts()).filter((text) => text.includes('Waiting'))).to.have.lengthOf(3);
        const placeholders = page.locator('.editor-placeholder');
        expect(await placeholders.count()).to.equal(6);
        expect(await page.evaluate(asksBeforeUnload)).to.equal(true);

        await button(page, 'Cancel the upload of “green.jpg”').click();
        await page.getByText('Uploading green.jpg').waitFor({ state: 'detached' });
        // The browser notices when it goes on sending.
        network.cut();
        await limit(-1);
        await rows.filter({ hasText: 'The connection was interrupted.' }).nth(4).waitFor();
        expect(await page.evaluate(asksBeforeUnload)).to.equal(false);
        await typeAtEnd(page, ' Typed offline.');
        expect(await accessibilityProblems(page)).to.deep.equal([]);

        network.restore();
        const retry = page.getByRole('button', { name: /^Try again to upload/ });
        for (let left = 5; left > 0; left--) await retry.first().click();
        const refused = rows.filter({ hasText: 'This file type is not supported.' });
        await refused.waitFor();
        await expectProblem(/415/);
        await uploads(page).getByText('4 files uploaded').or(placeholders.nth(1)).waitFor({ state: 'detached' });
        await button(page, 'Remove “notes.txt” from the list').click();
        await placeholders.waitFor({ state: 'detached' });
        const paths = (await media()).map(({ url }: { url: string }) => pathOf(url));
        const images = ['blue', 'teal', 'gold', 'plum'].map((name) => `![](${pathWith(paths, name)})`);
        await showsText(page, ['One paragraph.', ...images, 'Another. Typed offline.'].join('\n\n'));
        expect(paths.some((path: string) => path.includes('green'))).to.equal(false);
        await expectProblem(/net::ERR_/);
      }),
    );

    it(
      'makes images that are dropped together one gallery, with other files below it',
      signedIn(async ({ open, page }) => {
        await open('/admin/posts/new');
        await drop(page, '.cm-content', [
          { name: 'pink.png', content: await picture('pink') },
          { name: 'plan.pdf', content: btoa('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF') },
          { name: 'lime.png', content: await picture('lime') },
        ]);
        const names = ['pink', 'lime', 'plan'];
        let paths: string[] = [];
        await until(async () => {
          paths = (await media()).map(({ url }: { url: string }) => pathOf(url));
          return names.every((name) => paths.some((path) => path.includes(`/${name}-`)));
        });
        const [pink, lime, plan] = names.map((name) => pathWith(paths, name));
        await showsText(page, `![](${pink})\n\n![](${lime})\n\n[plan.pdf](${plan})`);
        await page.getByRole('group', { name: 'Gallery' }).locator('img').nth(1).waitFor();
      }),
    );

    it(
      'waits for the sign-in when the session has ended, warns before the position in the text is lost, and says who can read the files of a protected post',
      signedIn(async ({ open, page, expectProblem }) => {
        await open('/admin/posts/new');
        const { title, publish } = editorOn(page);
        await title.fill('Secret');
        await button(page, 'Post settings').click();
        await page.getByLabel('Encrypted').click({ force: true });
        const asking = page.getByRole('dialog', { name: 'Encrypt' });
        await asking.getByLabel('Password of the post').fill('a password');
        await asking.getByLabel('Repeat the password').fill('a password');
        await asking.getByRole('button', { name: 'Encrypt' }).click();
        await use().admin('POST', '/api/admin/logout');
        await use().signIn();
        await drop(page, '.cm-content', [{ name: 'hidden.png', content: await picture('navy') }]);
        await uploads(page).getByText('anyone with the URL of a file can read it').waitFor();
        const signIn = page.getByRole('dialog', { name: 'Sign in' });
        await signIn.getByLabel('Password', { exact: true }).fill(PASSWORD);
        const held = await holdUploads(page);
        await page.keyboard.press('Enter');
        await signIn.waitFor({ state: 'detached' });
        await expectProblem(/401/);

        await page.getByRole('navigation').getByRole('link', { name: 'Comments' }).click();
        const leaving = page.getByRole('dialog');
        await leaving.getByText('They will be added to the library, but not to the post.').waitFor();
        await leaving.getByRole('button', { name: 'Stay' }).click();
        held();
        await uploads(page).getByText('Describe the new images').waitFor();
        // The service cannot know the size of an image in a text that it cannot read.
        const [{ url }] = await media();
        await showsText(page, `![](${pathOf(url)}#40x30)`);
        await publishWith(publish);
        await says(page, 'Published');
      }),
    );

    it(
      'reports a file that fails after its editor was left, retries it in the library, and rejects folders',
      signedIn(async ({ open, page, expectProblem }) => {
        const id = await write(use(), { id: 'left', title: 'Left', content: 'Text.' });
        await open(`/admin/posts/${id}`);
        await editorOn(page).text.waitFor();
        const held = await holdUploads(page);
        await drop(page, '.cm-content', [await noise('coral')]);
        await page.getByText('Uploading coral.jpg').waitFor();
        const places = page.getByRole('navigation');
        await places.getByRole('link', { name: 'Comments' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
        await page.getByRole('heading', { name: 'Comments', level: 1 }).waitFor();
        network.cut();
        held();
        await page.getByText('coral.jpg was not uploaded. Try again in the media library.').waitFor();
        network.restore();
        await expectProblem(/net::ERR_/);
        await places.getByRole('link', { name: 'Media' }).click();
        await button(page, 'Try again to upload “coral.jpg”').click();
        const list = page.getByRole('list', { name: 'Media' });
        await list.getByRole('listitem').filter({ hasText: 'coral.jpg' }).waitFor();

        const place = await page.getByRole('heading', { name: 'Media', level: 1 }).boundingBox();
        const debug = await page.context().newCDPSession(page);
        const data = { items: [], files: [await newFolder()], dragOperationsMask: 1 };
        for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
          await debug.send('Input.dispatchDragEvent', { type, x: place!.x + 5, y: place!.y + 5, data });
        }
        await page.getByText('Folders cannot be uploaded.').waitFor();
        expect(await accessibilityProblems(page)).to.deep.equal([]);
      }),
    );

    it(
      'makes a dropped, pasted or chosen image the cover, shows it, and removes it',
      signedIn(async ({ open, page, context }) => {
        await context.grantPermissions(['clipboard-read', 'clipboard-write']);
        const id = await write(use(), { id: 'cover', title: 'Cover', content: 'Text.' });
        await open(`/admin/posts/${id}`);
        const cover = page.getByRole('group', { name: 'Cover image' });
        const image = cover.getByRole('img', { name: 'Cover image' });
        const address = cover.getByLabel('Cover image URL');
        const file = async (colour: string) => ({
          name: `${colour}.png`,
          mimeType: 'image/png',
          buffer: Buffer.from(await picture(colour), 'base64'),
        });

        const [first] = await Promise.all([
          page.waitForEvent('filechooser'),
          button(page, 'Add a cover image').click(),
        ]);
        await first.setFiles(await file('teal'));
        await image.waitFor();
        expect(await button(page, 'Add a cover image').count()).to.equal(0);
        await button(page, 'Remove the cover image').click();
        await image.waitFor({ state: 'detached' });

        await drop(page, '.cover', [{ name: 'dropped.png', content: await picture('orange') }]);
        await image.waitFor();
        expect(await address.inputValue()).to.match(/^\/media\/\d{4}\/\d{2}\/dropped-[0-9a-f]{8}\.png$/);
        await image.evaluate((shown: HTMLImageElement) => shown.decode());

        await button(page, 'Remove the cover image').click();
        await image.waitFor({ state: 'detached' });
        expect(await hasFocus(cover)).to.equal(true);
        await copyImage(page, await picture('brown'));
        await page.keyboard.press('Control+v');
        await image.waitFor();
        expect(await address.inputValue()).to.include('/pasted-image-');

        const [chooser] = await Promise.all([
          page.waitForEvent('filechooser'),
          cover.getByRole('button', { name: 'Choose a file' }).click(),
        ]);
        expect(chooser.isMultiple()).to.equal(false);
        await chooser.setFiles(await file('pink'));
        await page.waitForFunction(() => document.querySelector('.cover img')?.getAttribute('src')?.includes('pink'));

        await cover.getByRole('button', { name: 'From the library' }).click();
        const library = page.getByRole('dialog', { name: 'Choose from the library' });
        await library.getByRole('button', { name: 'Choose “dropped.png”' }).waitFor();
        expect(await accessibilityProblems(page)).to.deep.equal([]);
        const overhangs = await library
          .locator('.media-name')
          .evaluateAll((names) => names.map((name) => name.clientWidth - name.parentElement!.clientWidth));
        expect(overhangs.length).to.be.above(2);
        expect(Math.max(...overhangs), 'names as wide as their images').to.be.at.most(0);
        await library.getByRole('searchbox').fill('dropped');
        await library.getByRole('listitem').nth(1).waitFor({ state: 'detached' });
        await library.getByRole('button', { name: 'Choose “dropped.png”' }).click();
        await library.waitFor({ state: 'detached' });
        expect(await address.inputValue()).to.include('/dropped-');
        await publishWith(editorOn(page).update);
        await says(page, 'Published');
        expect((await read(use(), id)).cover).to.equal(await address.inputValue());
      }),
    );

    it(
      'works by keyboard alone, at 375 px',
      signedIn(
        async ({ open, page }) => {
          const id = await write(use(), { id: 'keys', title: 'Keys', content: 'Text.' });
          await open(`/admin/posts/${id}`);
          await typeAtEnd(page, '');
          const held = await holdUploads(page);
          const choosing = page.waitForEvent('filechooser');
          await button(page, 'Upload files').focus();
          await page.keyboard.press('Enter');
          const chooser = await choosing;
          const file = async (name: string, colour: string) => {
            return { name, mimeType: 'image/png', buffer: Buffer.from(await picture(colour), 'base64') };
          };
          await chooser.setFiles([
            await file('a very long name of a picture that is wider than a phone.png', 'lime'),
            await file('b.png', 'tan'),
          ]);
          await uploads(page).waitFor();
          expect(await hasFocus(editorOn(page).text)).to.equal(true);
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.equal(375);
          const scroller = page.locator('.cm-scroller');
          expect(await scroller.evaluate((text) => text.scrollWidth - text.clientWidth), 'the text scrolls').to.equal(
            0,
          );
          const stops = await tabThrough(page, 2);
          expect(stops.map(({ name }) => name)).to.deep.equal([
            'Cancel all',
            'Cancel the upload of “a very long name of a picture that is wider than a phone.png”',
          ]);
          expect(stops.every(({ visible }) => visible)).to.equal(true);
          await page.keyboard.press('Enter');
          expect(await hasFocus(uploads(page))).to.equal(true);
          expect(await accessibilityProblems(page)).to.deep.equal([]);
          held();
          const alt = uploads(page).getByRole('textbox', { name: 'Alternative text of “b.png”' });
          await alt.waitFor();
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.equal(375);
          await page.keyboard.press('Tab');
          await page.keyboard.press('Tab');
          expect(await hasFocus(alt)).to.equal(true);
          await page.keyboard.type('Tan');
          await page.keyboard.press('Enter');
          const [{ url }] = await media();
          await showsText(page, `Text.\n\n![Tan](${pathOf(url)})`);
        },
        { viewport: { width: 375, height: 800 }, colorScheme: 'dark' },
      ),
    );

    it(
      'adds dropped, pasted and chosen files to the library, and shows which are unused, undescribed, or lost by a deletion',
      signedIn(async ({ open, page, context }) => {
        await context.grantPermissions(['clipboard-read', 'clipboard-write']);
        await open('/admin/media');
        await page.getByText('Anyone with the URL of a file can read it').waitFor();
        const card = (name: string) =>
          page.getByRole('list', { name: 'Media' }).getByRole('listitem').filter({ hasText: name });
        await drop(page, 'h1', [{ name: 'quay.png', content: await picture('silver') }, await noise('olive')]);
        await card('quay.png').getByText('No alternative text').waitFor();
        await card('olive.jpg').waitFor();
        await copyImage(page, await picture('gray'));
        await page.keyboard.press('Control+v');
        await card('Pasted image').first().waitFor();
        const choosing = page.waitForEvent('filechooser');
        await button(page, 'Upload files').click();
        const song = Buffer.from(`ID3\u0003\0\0\0\0\0\0${'\u00ff\u00fb\u0090\0'.repeat(200)}`, 'latin1');
        await (await choosing).setFiles({ name: 'song.mp3', mimeType: 'audio/mpeg', buffer: song });
        await card('song.mp3').getByText('Audio', { exact: true }).waitFor();

        const alt = uploads(page).getByRole('textbox', { name: 'Alternative text of “quay.png”' });
        await alt.fill('A quay');
        await alt.press('Enter');
        await card('quay.png').getByText('No alternative text').waitFor({ state: 'detached' });
        const quay = (await media()).find(({ name }: { name: string }) => name === 'quay.png');
        expect(quay.alt).to.equal('A quay');
        await uploads(page).getByRole('button', { name: 'Close' }).click();
        await uploads(page).waitFor({ state: 'detached' });

        const id = await write(use(), {
          id: 'uses',
          title: 'A post that uses it',
          content: `![](${pathOf(quay.url)})`,
        });
        await page.getByLabel('Unused').check();
        await page.waitForURL('**/admin/media?unused=1');
        await card('quay.png').waitFor({ state: 'detached' });
        await card('olive.jpg').waitFor();
        expect(await accessibilityProblems(page)).to.deep.equal([]);
        await page.getByLabel('Unused').uncheck();
        await button(page, 'Edit “quay.png”').click();
        const editing = page.getByRole('dialog');
        await editing.getByText('PNG · ').waitFor();
        await editing.getByRole('link', { name: 'A post that uses it' }).waitFor();
        await editing.getByRole('button', { name: 'Copy URL' }).click();
        expect(await page.evaluate(() => navigator.clipboard.readText())).to.equal(quay.url);
        expect(await accessibilityProblems(page)).to.deep.equal([]);
        await page.keyboard.press('Escape');
        await button(page, 'Copy “quay.png” as Markdown').click();
        await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor();
        expect(await page.evaluate(() => navigator.clipboard.readText())).to.equal(`![A quay](${pathOf(quay.url)})`);

        await button(page, 'Edit “quay.png”').click();
        await editing.getByText('Posts that use the old file get the new URL').waitFor();
        const replacing = page.waitForEvent('filechooser');
        await editing.getByRole('button', { name: 'Replace the file' }).click();
        const other = Buffer.from(await picture('beige'), 'base64');
        await (await replacing).setFiles({ name: 'other.png', mimeType: 'image/png', buffer: other });
        await page.getByText('The file was replaced. Posts changed: 1.').waitFor();
        const { url } = (await media()).find(({ name }: { name: string }) => name === 'quay.png');
        expect(url).to.not.equal(quay.url);
        expect((await read(use(), id)).content).to.equal(`![](${pathOf(url)})`);

        await button(page, 'Delete “quay.png”').click();
        const deleting = page.getByRole('dialog', { name: 'Delete “quay.png”' });
        await deleting.getByText('The file and its smaller versions will be permanently deleted.').waitFor();
        await deleting.getByText('One post uses it and will have a missing file:').waitFor();
        await deleting.getByRole('button', { name: 'Delete', exact: true }).click();
        await card('quay.png').waitFor({ state: 'detached' });
        await until(async () => (await use().call('GET', pathOf(url))).status === 404);
        await use().admin('DELETE', `/api/posts/${id}`);
      }),
    );
  },
  { filled: false },
);

/** A small PNG file of one colour, as Base64. */
async function picture(colour: string): Promise<string> {
  const image = sharp({ create: { width: 40, height: 30, channels: 3, background: colour } });
  return (await image.png().toBuffer()).toString('base64');
}

/** Copies an image to the clipboard, as a screenshot tool does. */
async function copyImage(page: Page, base64: string): Promise<void> {
  await page.evaluate(async (content) => {
    const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': new Blob([bytes], { type: 'image/png' }) })]);
  }, base64);
}

/** Holds uploads back. @returns lets them go */
async function holdUploads(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/media/upload', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** A file as the page gets it; the content is Base64. */
interface GivenFile {
  name: string;
  content: string;
}

/** A JPEG file that takes a while on a slow network. */
async function noise(name: string): Promise<GivenFile> {
  const pixels = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const image = sharp({ create: { width: 1000, height: 700, channels: 3, background: name, noise: pixels } });
  return { name: `${name}.jpg`, content: (await image.tint(name).jpeg().toBuffer()).toString('base64') };
}

/** Drops files from the desktop at the start of an element. */
async function drop(page: Page, selector: string, files: readonly GivenFile[]): Promise<void> {
  await page
    .locator(selector)
    .first()
    .evaluate((target, given) => {
      const dataTransfer = new DataTransfer();
      for (const { name, content } of given) {
        const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
        const type = { png: 'image/png', jpg: 'image/jpeg' }[name.split('.').at(-1)!] ?? '';
        dataTransfer.items.add(new File([bytes], name, { type }));
      }
      const { left, top } = target.getBoundingClientRect();
      const place = { clientX: left + 20, clientY: top + 8, bubbles: true, cancelable: true };
      for (const type of ['dragenter', 'dragover', 'drop']) {
        target.dispatchEvent(new DragEvent(type, { ...place, dataTransfer }));
      }
    }, files);
}

/** @returns limits the bytes that the page uploads in a second; -1 ends that */
async function uploadLimit(page: Page): Promise<(bytes: number) => Promise<unknown>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const free = { offline: false, latency: 0, downloadThroughput: -1 };
  return (bytes) => session.send('Network.emulateNetworkConditions', { ...free, uploadThroughput: bytes });
}

/** Cuts the network between browsers and a service. */
function networkOf(use: () => TestService) {
  const sockets = new Set<Socket>();
  let isCut = false;
  const isOurs = ({ localPort }: Socket) => localPort === Number(new URL(use().url).port);
  function note(message: unknown): void {
    const { socket } = message as { socket: Socket };
    if (isCut && isOurs(socket)) socket.destroy();
    else sockets.add(socket);
  }
  return {
    watch: () => subscribe('net.server.socket', note),
    unwatch: () => unsubscribe('net.server.socket', note),
    cut() {
      isCut = true;
      for (const socket of sockets) if (isOurs(socket)) socket.destroy();
    },
    restore() {
      isCut = false;
    },
  };
}

/** Whether the browser would ask before the page is closed. */
function asksBeforeUnload(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

function pathWith(paths: readonly string[], part: string): string {
  return paths.find((path) => path.includes(part)) ?? `no ${part}`;
}
