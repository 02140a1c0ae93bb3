// npm run bench:fonts: which font each script of a post is set in, as the browser tells it, on a machine without and with
// CJK fonts; and what the bundled fonts cost the first load. Debian's fonts-noto-cjk is downloaded, not installed.
import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium as playwright, type Browser } from 'playwright-core';

import { createBlogClient } from '../client/index.ts';
import { chromiumArguments, findChromium, NO_CHROMIUM } from './chromium.ts';
import { signIn, startOctavo } from './octavo.ts';
import { inWorkshop } from './processes.ts';
import { publish, type Report } from './results.ts';
import { median } from './statistics.ts';
import { figure, table } from './table.ts';
import { NETWORK, observeVitals, vitals } from './vitals.ts';

const PACKAGE = 'fonts-noto-cjk';
/** A paragraph for each script. */
const SCRIPTS = {
  Latin: 'The “quick” brown fox. It’s fine.',
  Cyrillic: 'Съешь ещё этих мягких французских булок.',
  Greek: 'Ξεσκεπάζω την ψυχοφθόρα βδελυγμία.',
  Chinese: '深夜的车站只剩下一盏灯。',
  Japanese: '駅で電車を待っています。',
  Korean: '기차를 기다립니다.',
  Arabic: 'كتبت هذه الرسالة في الليل.',
  Hebrew: 'כתבתי את המכתב בלילה.',
} as const;
type Script = keyof typeof SCRIPTS;
const scripts = Object.keys(SCRIPTS) as Script[];
/** The settings of the site that are looked at. */
const CHOICES = ['system', 'source-serif-4', 'literata', 'inter', 'source-sans-3'] as const;
/** The heaviest choice: two families. */
const HEAVIEST = { bodyFont: 'literata', headingFont: 'inter' } as const;
/** Loads of which the median counts. */
const LOADS = 15;
const PATH = '/posts/scripts';

/** The families by script. */
type Families = Record<Script, string[]>;

interface Loads {
  lcp: number;
  cls: number;
  bytes: number;
}

interface Found {
  families: { choice: string; without: Families; with: Families }[];
  loads: { open: Loads; blocked: Loads };
}

const executablePath = findChromium({ shell: true });
if (executablePath === null) {
  console.error(`There is ${NO_CHROMIUM}.`);
  process.exitCode = 1;
} else {
  await inWorkshop(async (folder) => {
    const machines = await machinesIn(folder);
    const { url, ...octavo } = await startOctavo(join(folder, 'blog.db'), { ownAddress: true });
    const client = createBlogClient({ url, token: await signIn({ ...octavo, url }) });
    const text = 'Words of a text that goes on for a while. '.repeat(200);
    const content = `${Object.values(SCRIPTS).join('\n\n')}\n\n## A heading\n\n*Upright* and **bold**. ${text}`;
    await client.posts.create({ id: 'scripts', title: 'Scripts', content });
    const browsers = await Promise.all(
      machines.map((config) =>
        playwright.launch({
          executablePath,
          args: chromiumArguments(),
          env: { ...process.env, LC_ALL: 'C.UTF-8', FONTCONFIG_FILE: config },
        }),
      ),
    );
    try {
      const [without, having] = browsers as [Browser, Browser];
      const families: Found['families'] = [];
      for (const choice of CHOICES) {
        await client.settings.update({ bodyFont: choice, headingFont: choice });
        families.push({
          choice,
          without: await familiesOn(without, url),
          with: await familiesOn(having, url),
        });
      }
      await client.settings.update(HEAVIEST);
      const loads = await loadsOf(without, url);
      await publish('fonts', report({ families, loads }), { keep: process.argv.includes('--keep') });
      if (isWorse(loads)) process.exitCode = 1;
      if (families.some((one) => one.with.Latin.some((name) => name.includes('CJK')))) process.exitCode = 1;
    } finally {
      await Promise.all(browsers.map((browser) => browser.close()));
    }
  });
}

/** Fontconfig files of a machine without CJK fonts, and of one with them. */
async function machinesIn(folder: string): Promise<string[]> {
  const downloaded = join(folder, 'fonts');
  await mkdir(downloaded);
  const get = `apt-get download -q ${PACKAGE} && dpkg-deb -x ${PACKAGE}_*.deb .`;
  const { status } = spawnSync('sh', ['-c', get], { cwd: downloaded, stdio: 'ignore' });
  if (status !== 0) throw new Error(`apt-get cannot download ${PACKAGE}.`);
  const write = async (name: string, more: string) => {
    const file = join(folder, name);
    const system = '<include ignore_missing="yes">/etc/fonts/conf.d</include><dir>/usr/share/fonts</dir>';
    const cache = `<cachedir>${join(folder, `${name}-cache`)}</cachedir>`;
    await writeFile(file, `<?xml version="1.0"?><fontconfig>${system}${cache}${more}</fontconfig>`);
    return file;
  };
  const cjk = ['Noto Sans CJK*', 'Noto Serif CJK*']
    .map((family) => `<pattern><patelt name="family"><string>${family}</string></patelt></pattern>`)
    .join('');
  return [
    await write('without.conf', `<selectfont><rejectfont>${cjk}</rejectfont></selectfont>`),
    await write('with.conf', `<dir>${downloaded}</dir>`),
  ];
}

async function familiesOn(browser: Browser, url: string): Promise<Families> {
  const page = await browser.newPage();
  try {
    await page.goto(url + PATH);
    // The font of a script is fetched when the page shows the first letter of it.
    await page.evaluate(() => document.fonts.ready);
    const session = await page.context().newCDPSession(page);
    await session.send('DOM.enable');
    await session.send('CSS.enable');
    const { root } = await session.send('DOM.getDocument');
    const found: [Script, string[]][] = [];
    for (const [at, script] of scripts.entries()) {
      const selector = `.prose > p:nth-of-type(${at + 1})`;
      const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
      const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
      found.push([script, fonts.toSorted((a, b) => b.glyphCount - a.glyphCount).map((font) => nameOf(font))]);
    }
    return Object.fromEntries(found) as Families;
  } finally {
    await page.close();
  }
}

function nameOf({ familyName, isCustomFont }: { familyName: string; isCustomFont: boolean }): string {
  return isCustomFont ? `${familyName} (bundled)` : familyName;
}

/** By turns, so that a machine that becomes busy slows both alike. */
async function loadsOf(browser: Browser, url: string): Promise<Found['loads']> {
  const open: Loads[] = [];
  const blocked: Loads[] = [];
  while (open.length < LOADS) {
    open.push(await load(browser, url, false));
    blocked.push(await load(browser, url, true));
  }
  return { open: medians(open), blocked: medians(blocked) };
}

function medians(loads: readonly Loads[]): Loads {
  const middle = (name: keyof Loads) => median(loads.map((one) => one[name]));
  return { lcp: middle('lcp'), cls: middle('cls'), bytes: middle('bytes') };
}

async function load(browser: Browser, url: string, areBlocked: boolean): Promise<Loads> {
  const viewport = { width: 375, height: 812 };
  const context = await browser.newContext({ viewport, deviceScaleFactor: 2, serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', NETWORK);
    if (areBlocked) await session.send('Network.setBlockedURLs', { urls: ['*.woff2'] });
    let bytes = 0;
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await page.addInitScript(observeVitals);
    await page.goto(url + PATH, { waitUntil: 'load' });
    await page.evaluate(() => document.fonts.ready);
    await page.waitForTimeout(1000);
    return { ...(await vitals(page)), bytes };
  } finally {
    await context.close();
  }
}

/** A tenth of the time is within what two series of loads differ by themselves. */
function isWorse({ open, blocked }: Found['loads']): boolean {
  return open.lcp > blocked.lcp * 1.1 || open.cls > blocked.cls + 0.01;
}

function report(found: Found): Report {
  const { families, loads } = found;
  const rows = families.flatMap(({ choice, without, with: having }) =>
    scripts.map((script) => [choice, script, without[script].join(', '), having[script].join(', ')]),
  );
  const cost = ({ lcp, cls, bytes }: Loads) => [figure(lcp), cls.toFixed(3), figure(bytes / 1000)];
  return {
    title: 'Fonts',
    sections: [
      `Which font each script of a post in English is set in, as the browser tells it (CSS.getPlatformFontsForNode), by the setting \`bodyFont\`; on this machine without CJK fonts, and with Debian's ${PACKAGE}. A bundled font comes from the service, all others lie on the machine; where two are named, the second sets spaces and punctuation.`,
      table(['bodyFont', 'script', 'without', `with ${PACKAGE}`], rows),
      `The first load of the post with ${HEAVIEST.bodyFont} and ${HEAVIEST.headingFont}, on a telephone of 375 × 812 pixels with 20 Mbit/s and 40 ms, and the same with the font files blocked; medians of ${LOADS} loads each, by turns, with an empty cache.`,
      table(
        ['', 'LCP ms', 'CLS', 'KB'],
        [
          ['bundled fonts', ...cost(loads.open)],
          ['font files blocked', ...cost(loads.blocked)],
        ],
      ),
    ],
  };
}
