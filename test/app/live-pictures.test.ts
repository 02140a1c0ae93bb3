import { expect } from 'chai';
import type { Page } from 'playwright-core';

import { describeAdmin } from '../support/admin-app.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { markdownOn, showsText } from '../support/editor.ts';
import { picture } from '../support/files.ts';
import { write } from '../support/posts.ts';
import { uploaded } from '../support/uploads.ts';

describeAdmin('pictures of the live view', ({ use, signedIn }) => {
  let made = 0;
  const anImage = async () => {
    const media = await uploaded(
      use(),
      await picture(600, 400, (made += 9))
        .jpeg()
        .toBuffer(),
      `p${made}.jpg`,
    );
    return { ...media, path: new URL(media.url).pathname };
  };
  const images = (page: Page) => page.locator('.live-pictures img.picture');
  const drag = async (page: Page, from: number, to: number, share: number) => {
    await images(page).nth(from).hover();
    await page.mouse.down();
    const box = (await images(page).nth(to).boundingBox())!;
    await page.mouse.move(box.x + box.width * 0.5, box.y + box.height / 2);
    await page.mouse.move(box.x + box.width * share, box.y + box.height / 2);
    await page.mouse.up();
  };

  it(
    'are sized by a handle, by keys and by the pointer, each in one step',
    signedIn(async ({ open, page }) => {
      const { path } = await anImage();
      const content = (look: string) => `a\n\n![x](${path}${look})\n\n* b`;
      await open(`/admin/posts/${await write(use(), { title: 'Sized', content: content('') })}`);
      await images(page).click();
      const handle = page.getByRole('slider', { name: 'Size of the image' });
      await handle.focus();
      await page.keyboard.press('ArrowRight');
      await showsText(page, content('#wide'));
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      await showsText(page, content('#small'));
      expect(await handle.getAttribute('aria-valuetext')).to.equal('Small');
      const box = (await handle.boundingBox())!;
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width / 2 + 130, box.y + box.height / 2, { steps: 4 });
      await page.mouse.up();
      await showsText(page, content('#wide'));
      await page.locator('.cm-line').first().click();
      await page.keyboard.press('Control+z');
      await showsText(page, content('#small'));
    }),
  );

  it(
    'become a gallery when one is dropped onto another, and change their order in it',
    signedIn(async ({ open, page }) => {
      const [one, two, three] = [await anImage(), await anImage(), await anImage()];
      const content = `![1](${one.path})\n\ntext\n\n![2](${two.path})\n![3](${three.path})\n\n* end\n`;
      await open(`/admin/posts/${await write(use(), { title: 'Joined', content })}`);
      await images(page).nth(2).waitFor();
      await drag(page, 0, 1, 0.9);
      const joined = `text\n\n![2](${two.path})\n![1](${one.path})\n![3](${three.path})\n\n* end\n`;
      await showsText(page, joined);
      await page.locator('.live-pictures').getByRole('img').nth(2).waitFor();
      await drag(page, 2, 0, 0.1);
      const ordered = `text\n\n![3](${three.path})\n![2](${two.path})\n![1](${one.path})\n\n* end\n`;
      await showsText(page, ordered);
      await page.locator('.cm-line').first().click();
      await page.keyboard.press('Control+z');
      await showsText(page, joined);
      await page.keyboard.press('Control+z');
      await showsText(page, content);
    }),
  );

  it(
    'are moved and removed by buttons, with the keyboard alone',
    signedIn(async ({ open, page }) => {
      const [one, two] = [await anImage(), await anImage()];
      const content = `a\n\n![1](${one.path}) ![2](${two.path} "T")\n\nb`;
      await open(`/admin/posts/${await write(use(), { title: 'Keys', content })}`);
      await images(page).first().waitFor();
      await page.locator('.cm-line').first().click();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await page.getByRole('button', { name: 'Move forward' }).press('Enter');
      await showsText(page, `a\n\n![2](${two.path} "T") ![1](${one.path})\n\nb`);
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await page.getByRole('button', { name: 'Remove the image' }).last().press('Enter');
      await showsText(page, `a\n\n![2](${two.path} "T")\n\nb`);
      await page.keyboard.press('Control+z');
      await page.keyboard.press('Control+z');
      await showsText(page, content);
    }),
  );

  it(
    'are cropped into a new file, which only this picture shows',
    signedIn(async ({ open, page }) => {
      const { path, id: media } = await anImage();
      const content = `![x](${path}#wide "T")\n\n![x](${path})`;
      await open(`/admin/posts/${await write(use(), { title: 'Cropped', content: `${content}\n\nb` })}`);
      await images(page).first().click();
      await page.getByRole('button', { name: 'Crop and focal point' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Edit the image' });
      await dialog.getByLabel('Edge of the frame: right', { exact: true }).waitFor();
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await dialog.getByRole('combobox', { name: 'Shape' }).selectOption('Square');
      await dialog.getByRole('button', { name: 'Turn right' }).click();
      await dialog.getByRole('button', { name: 'Save as a new image' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await page.waitForFunction(
        () => !document.querySelector('.live-pictures img')?.getAttribute('src')?.includes('none'),
      );
      const { media: all } = (await use().admin('GET', '/api/media?pageSize=1')).body;
      expect(all[0]).to.include({ width: 400, height: 400 });
      expect(all[0].id).not.to.equal(media);
      const made = new URL(all[0].url as string).pathname;
      await showsText(page, `![x](${made}#wide "T")\n\n![x](${path})\n\nb`);
    }),
  );

  it(
    'get a focal point by the arrow keys, from the library as well',
    signedIn(async ({ open, page }) => {
      const { id, name } = await anImage();
      await open('/admin/media');
      await page.getByRole('button', { name: `Edit “${name}”` }).click();
      await page.getByRole('button', { name: 'Crop and focal point' }).click();
      const dialog = page.getByRole('dialog', { name: 'Edit the image' });
      await dialog.getByText('Focal point', { exact: true }).click();
      const point = dialog.getByRole('button', { name: 'Focal point; the arrow keys move it' });
      await point.press('Shift+ArrowRight');
      await point.press('ArrowUp');
      await dialog.getByLabel('From the left (%)').waitFor();
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await dialog.getByRole('button', { name: 'Save', exact: true }).click();
      await dialog.waitFor({ state: 'hidden' });
      expect((await use().admin('GET', `/api/media/${id}`)).body.media.focus).to.deep.equal({ x: 0.6, y: 0.49 });
    }),
  );

  it(
    'are replaced by one of the library',
    signedIn(async ({ open, page }) => {
      const [old, other] = [await anImage(), await anImage()];
      await open(`/admin/posts/${await write(use(), { title: 'Replaced', content: `![x](${old.path} "T")\n\nb` })}`);
      await images(page).click();
      await page.getByRole('button', { name: 'Replace', exact: true }).click();
      await page.getByRole('button', { name: `Choose “${other.name}”` }).click();
      await showsText(page, `![x](${other.path} "T")\n\nb`);
      expect(await markdownOn(page)).to.include(other.path);
    }),
  );
});
