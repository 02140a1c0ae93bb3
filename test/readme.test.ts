import { execFile, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';

import { variables } from '../server/config/schema.ts';
import { set } from './support/comments.ts';
import { databaseKinds } from './support/databases.ts';
import { examplesIn } from './support/examples.ts';
import { commentOn } from './support/page-threads.ts';
import { PASSWORD, startTestService, type TestService } from './support/service.ts';
import { newFolder } from './support/run.ts';
import { skip } from './support/skip.ts';

const run = promisify(execFile);

async function example(name: string): Promise<string> {
  const block = (await examplesIn('README.md')).get(name);
  if (block === undefined) throw new Error(`README.md has no example ${name}.`);
  return block;
}

for (const kind of databaseKinds.slice(0, 1)) {
  describe('README', () => {
    let service: TestService;
    let folder: string;
    before(async () => {
      service = await startTestService(kind);
      folder = await newFolder();
    });
    after(() => service?.close());

    it('its REST examples work', async function () {
      if (spawnSync('curl', ['--version']).error) {
        skip(this, 'there is no curl');
      }
      const script = `set -e\n${await example('rest')}`;
      const { stdout } = await run('sh', ['-c', script], {
        env: { ...process.env, URL: service.url, PASSWORD },
      });
      expect(stdout).to.not.contain('"ok":false');
      expect(stdout.match(/"ok":true/g)).to.have.length(4);
      const { body } = await service.call('GET', '/api/posts/written-with-curl');
      expect(body.post).to.deep.include({ title: 'Written with curl', tags: ['curl'], version: 2 });
      const { body: guestbook } = await service.call('GET', '/api/posts/gb-note/comments');
      expect(guestbook.comments[0]).to.include({ author: 'Ada', content: 'Greetings!' });
    });

    // docs/static-sites.md
    it('the example that moves comments of pages works', async function () {
      if (spawnSync('curl', ['--version']).error) skip(this, 'there is no curl');
      await set(service, { commentSites: [{ origin: 'https://www.example', name: 'Sea' }] });
      await commentOn(service, 'https://www.example/old/');
      const script = (await examplesIn('docs/static-sites.md')).get('moves')!;
      const { stdout } = await run('sh', ['-c', `set -e\n${script}`], {
        env: { ...process.env, URL: service.url, PASSWORD },
      });
      expect(JSON.parse(stdout)).to.deep.equal({ ok: true, moved: 1, unknown: [], refused: [] });
    });

    it('its TypeScript example works, test vector included', async () => {
      const code = (await example('typescript'))
        .replace("'octavo/client'", `'${pathToFileURL('client/index.ts').href}'`)
        .replace('https://blog.example', service.url);
      const file = join(folder, 'example.ts');
      await writeFile(file, code);
      const { stdout } = await run(process.execPath, [file], { cwd: folder });
      expect(stdout).to.contain('NOT_FOUND');
      expect(stdout).to.contain('Hello, reader.');
    });

    it('names every configuration variable', async () => {
      const configuration = await readFile('docs/configuration.md', 'utf8');
      for (const variable of Object.keys(variables)) expect(configuration, variable).to.contain(`\`${variable}\``);
    });

    it('has at most 150 lines', async () => {
      expect((await readFile('README.md', 'utf8')).trimEnd().split('\n')).to.have.length.of.at.most(150);
    });

    it('contains the two commands', async () => {
      const readme = await readFile('README.md', 'utf8');
      expect(readme).to.contain('npm ci && npm start').and.to.contain('npm ci && npm test');
    });
  });
}
