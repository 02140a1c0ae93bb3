import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';

import { defaultSettings } from '../routers/data/settings/schemas.ts';
import { openTemplates } from '../server/site/pages/engine.ts';
import { localeFor, translate } from '../server/site/locales.ts';
import { newFolder } from './support/run.ts';

describe('a theme', () => {
  let folder = '';
  before(async () => {
    folder = await newFolder();
    await mkdir(join(folder, 'parts'));
    await writeFile(join(folder, 'parts', 'entry.liquid'), '<p class="mine">{{ post.title }}</p>');
  });

  const posts = [{ id: 'one', title: 'A <title>', date: '2026-01-31', tags: [], category: '', excerpt: '' }];
  const list = { template: 'list', values: { kind: 'home', posts, total: 1, page: 1, last: 1 } };

  it('replaces single templates; the others stay', async () => {
    const page = await openTemplates(folder).render(defaultSettings, list);
    expect(page).to.include('<p class="mine">A &lt;title&gt;</p>').and.include('<a class="skip"');
  });

  it('is the default without a folder', async () => {
    const page = await openTemplates(null).render(defaultSettings, list);
    expect(page).to.include('>A &lt;title&gt;</a>').and.not.include('mine');
  });

  it('writes no empty description', async () => {
    for (const description of ['', ' ', undefined]) {
      const page = await openTemplates(null).render(defaultSettings, {
        ...list,
        values: { ...list.values, description },
      });
      expect(page).to.not.match(/<meta [^>]*description/);
    }
  });

  it('names the template with the error', async () => {
    await writeFile(join(folder, 'problem.liquid'), '{{ sentence | nofilter }}');
    const templates = openTemplates(folder);
    const failure: unknown = await templates
      .render(defaultSettings, { template: 'problem', values: {} })
      .catch((error: unknown) => error);
    expect(failure)
      .to.be.an('error')
      .with.property('message')
      .that.matches(/nofilter.*problem\.liquid/);
  });
});

describe('messages', () => {
  const english = localeFor('en');

  it('are in the closest available language, else English', () => {
    expect(localeFor('en-GB').name).to.equal('en');
    expect(localeFor('tlh').name).to.equal('en');
  });

  it('format counts and numbers in their language', () => {
    expect(translate(english, 'comments.count', { count: 1 })).to.equal('1 comment');
    expect(translate(english, 'comments.count', { count: 1234 })).to.equal('1,234 comments');
  });

  it('fail when a key is missing', () => {
    expect(() => translate(english, 'none.such')).to.throw('There is no message "none.such" in en.json.');
  });
});
