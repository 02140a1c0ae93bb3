import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';

import { VERSION } from '../shared/version.ts';
import { set } from './support/comments.ts';
import { open } from './support/pages.ts';
import { describeService } from './support/service.ts';

// docs/interface.md, V2
describeService('the version', (use) => {
  // docs/interface.md, V1
  it('has the form 2.x.y', () => {
    expect(VERSION).to.match(/^2\.\d+\.\d+$/);
  });

  it('is that of the package', () => {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    expect(version).to.equal(VERSION);
  });

  it('is the `?v=` of every asset of the index page', async () => {
    // The styles of the owner have a hash in their name.
    await set(use(), { bodyFont: 'system' });
    const page = await open(use(), '/');
    const versions = [...page.matchAll(/(?:href|src)="\/assets\/[^"?]+(?:\?v=([^"]*))?"/g)].map(
      ([, version]) => version,
    );
    expect(versions).to.deep.equal([VERSION, VERSION, VERSION, VERSION]);
  });

  it('is in the name of the cache of the service worker', async () => {
    const worker = await open(use(), '/sw.js');
    const [, own, name] = /(\w+)=`octavo\$\{\w+\}-`,\w+=\1\+["'`]([^"'`]+)["'`]/.exec(worker) ?? [];
    expect(own, 'the beginning of its caches').to.be.a('string');
    expect(name).to.equal(VERSION);
  });

  it('is the same in the OpenAPI document and the feeds', async () => {
    const { body } = await use().call('GET', '/api/openapi.json');
    expect(body.info.version).to.equal(VERSION);
    expect(await open(use(), '/feed.xml')).to.include(`<generator>Octavo ${VERSION}</generator>`);
  });
});

describe('npm ci', () => {
  const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');

  it('prints no warnings: about older versions of Node.js, which only start npm, and about install scripts', () => {
    expect(read('.npmrc')).to.match(/^loglevel=error$/m);
    const { allowScripts } = JSON.parse(read('package.json')) as { allowScripts: Record<string, boolean> };
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { hasInstallScript?: boolean }>;
    };
    const withScripts = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript === true);
    const installed = withScripts
      .map(([path]) => path)
      .filter((path) => existsSync(new URL(`../${path}`, import.meta.url)));
    expect(installed).to.include('node_modules/node');
    for (const path of installed) expect(allowScripts).to.have.property(path.replace(/^.*node_modules\//, ''));
  });
});
