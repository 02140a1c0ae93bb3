import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { join, matchesGlob } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { parse } from 'yaml';

import { variables } from '../../server/config/schema.ts';
import { readConfig } from '../../server/config/config.ts';
import { databaseKinds } from '../support/databases.ts';
import { freePort } from '../support/redis.ts';
import { newFolder } from '../support/run.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { skip } from '../support/skip.ts';
import { until } from '../support/until.ts';

const run = promisify(execFile);
const read = (file: string) => readFileSync(file, 'utf8');
// oxlint-disable-next-line typescript/no-explicit-any -- files of every shape
const yaml = (file: string): any => parse(read(file));

function needs(test: Mocha.Context, program: string, ...args: string[]): void {
  if (spawnSync(program, args).error) skip(test, `there is no ${program}`);
}

describe('deploy/', () => {
  it('has a unit that systemd understands, and that is confined', async function () {
    needs(this, 'systemd-analyze', '--version');
    const { stdout, stderr } = await run('systemd-analyze', ['verify', 'deploy/octavo.service']);
    // An unknown key is only a warning.
    expect(`${stdout}${stderr}`).to.equal('');
    await run('systemd-analyze', ['security', '--offline=yes', '--threshold=20', 'deploy/octavo.service']);
    expectVariables([...read('deploy/octavo.service').matchAll(/^Environment=(\w+)=/gm)].map(([, name = '']) => name));
  });

  it('has a unit whose folder for backups a bucket replaces, with an empty BACKUP_DIR', () => {
    const unit = [...read('deploy/octavo.service').matchAll(/^Environment=(\w+)=(.*)$/gm)];
    expect(read('docs/operating.md').replace(/\s+/g, ' ')).to.include('`BACKUP_S3` and an empty `BACKUP_DIR=`');
    // systemd prefers EnvironmentFile=, wherever it stands.
    const env = { ...Object.fromEntries(unit.map(([, name, value]) => [name, value])), BACKUP_DIR: '' };
    const bucket = 's3://bucket/blog?endpoint=https://s3.example&region=eu-1';
    expect(readConfig({ ...env, BACKUP_S3: bucket })).to.include({ backupDir: null, backupS3: bucket });
  });

  it('has compose files whose services fit together', () => {
    const [base, more] = [yaml('deploy/compose.yaml'), yaml('deploy/compose.postgres.yaml')];
    const { octavo, caddy } = base.services;
    expect(octavo).to.include({ read_only: true, restart: 'unless-stopped' });
    expect(octavo.build).to.deep.equal({ context: '..', dockerfile: 'deploy/Dockerfile' });
    expect(caddy.environment.OCTAVO).to.equal('octavo:3000');
    const services = Object.keys({ ...base.services, ...more.services });
    const named = { ...base.volumes, ...more.volumes };
    for (const { services: all } of [base, more]) {
      for (const { depends_on: on = [], volumes = [], environment = {} } of Object.values<Record<string, never>>(all)) {
        for (const name of Array.isArray(on) ? on : Object.keys(on)) expect(services).to.include(name);
        for (const volume of volumes as string[]) {
          if (!volume.startsWith('.')) expect(named).to.have.property(volume.split(':')[0]!);
        }
        if (all.octavo?.environment === environment) expectVariables(Object.keys(environment));
      }
    }
  });

  it('has a Dockerfile that runs as a user, and takes nothing private', async () => {
    const lines = read('deploy/Dockerfile').replaceAll('\\\n', '').split('\n');
    const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
    const of = (word: string) =>
      last.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
    expect(of('USER')).to.deep.equal(['node']);
    expectVariables(
      of('ENV')
        .join(' ')
        .split(' ')
        .map((pair) => pair.split('=')[0]!),
    );
    const ignored = read('.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    const isIgnored = (path: string) => ignored.some((pattern) => matchesGlob(path, pattern));
    for (const path of [
      '.env',
      '.env.local',
      'examples/x/.env',
      'data',
      '.git',
      'node_modules',
      'blog.db',
      'blog.db-wal',
    ]) {
      expect(isIgnored(path), path).to.equal(true);
    }
    // The files that test/wide/package.test.ts packs.
    const sources = [
      'bin',
      'client',
      'entities',
      'migrations',
      'routers',
      'server',
      'shared',
      'openapi.json',
      'package.json',
    ];
    for (const path of [...sources, 'package-lock.json', '.npmrc', 'tsconfig.build.json'])
      expect(isIgnored(path), path).to.equal(false);

    const check = JSON.parse(/CMD (\[.*\])$/.exec(of('HEALTHCHECK')[0]!)![1]!) as string[];
    const service = await startTestService(databaseKinds[0]!);
    const codeFor = (port: string) =>
      run(check[0]!, check.slice(1), { env: { PATH: process.env['PATH'], PORT: port } }).then(
        () => 0,
        ({ code }: { code: number }) => code,
      );
    try {
      expect(await codeFor(new URL(service.url).port)).to.equal(0);
    } finally {
      await service.close();
    }
    expect(await codeFor(new URL(service.url).port)).to.equal(1);
  });

  it('has a configuration of Litestream for the file of the unit', () => {
    const [{ path }] = yaml('deploy/litestream.yml').dbs as [{ path: string }];
    expect(read('deploy/octavo.service')).to.include(`DATABASE_URL=sqlite:${path}`);
  });
});

for (const path of ['', '/blog'])
  describe(`deploy/: proxies${path && ', of a blog below a path'}`, () => {
    let service: TestService;
    let folder: string;
    let ports: { http: number; https: number };
    const children: ChildProcess[] = [];
    before(async () => {
      service = await startTestService(databaseKinds[0]!, {
        CLIENT_IP_HEADER: 'X-Real-IP',
        SITE_URL: `https://localhost${path}`,
      });
    });
    beforeEach(async () => {
      folder = await newFolder();
      ports = { http: await freePort(), https: await freePort() };
    });
    afterEach(async () => {
      for (const child of children.splice(0)) {
        // At SIGTERM Caddy waits a minute for the connections of the event stream; nginx ends its child processes.
        child.kill(child.spawnfile === 'caddy' ? 'SIGKILL' : 'SIGTERM');
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      }
    });
    after(() => service?.close());

    /** Starts a proxy, and checks that visitors cannot choose their IP, and that events arrive at once. */
    async function expectProxy(program: string, args: string[], env: Record<string, string> = {}): Promise<void> {
      const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'] });
      children.push(child);
      let output = '';
      child.stderr.setEncoding('utf8').on('data', (part: string) => (output += part));
      await until(async () => {
        if (child.exitCode !== null) throw new Error(output);
        return (await ask(`${path}/readyz`).catch(() => null))?.status === 200;
      });
      const left = async (ip: string) =>
        (await ask(`${path}/api/site`, { 'x-real-ip': ip })).headers['ratelimit-remaining'];
      expect(Number(await left('192.0.2.1'))).to.equal(Number(await left('192.0.2.2')) + 1);
      const headers = { accept: 'text/event-stream', authorization: `Bearer ${service.token}` };
      const stream = await open(`${path}/api/events/stream`, headers);
      const [first] = (await once(stream, 'data')) as [Buffer];
      expect(first.length).to.be.above(0);
      stream.destroy();
      if (path !== '') expect((await ask(path)).headers.location).to.match(/\/blog\/$/);
    }

    async function open(path: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
      const options = {
        host: '127.0.0.1',
        port: ports.https,
        path,
        servername: 'localhost',
        rejectUnauthorized: false,
      };
      const outgoing = request({ ...options, headers: { host: 'localhost', ...headers } }).end();
      const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
      return answer;
    }

    async function ask(path: string, headers: Record<string, string> = {}) {
      const answer = await open(path, headers);
      return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
    }

    it('nginx.conf is valid, and nginx with it serves the blog', async function () {
      needs(this, 'nginx', '-v');
      needs(this, 'openssl', 'version');
      const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
      const subject = ['-nodes', '-subj', '/CN=localhost', '-days', '1', '-keyout', key, '-out', certificate];
      await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', ...subject]);
      const site = read('deploy/nginx.conf')
        .replace('127.0.0.1:3000', new URL(service.url).host)
        .replace(/\/etc\/\S+fullchain\.pem/, certificate)
        .replace(/\/etc\/\S+privkey\.pem/, key)
        .replaceAll('blog.example', 'localhost')
        // docs/operating.md, "Below a path"
        .replace('location / {', `location ${path}/ {`)
        .replaceAll(/^ *listen \[::\].*\n/gm, '')
        .replace('listen 80;', `listen 127.0.0.1:${ports.http};`)
        .replace('listen 443 ', `listen 127.0.0.1:${ports.https} `);
      const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${folder}/${name};`,
      );
      const config = join(folder, 'nginx.conf');
      await writeFile(
        config,
        `daemon off; pid ${folder}/pid; error_log stderr; events {}\nhttp { access_log off; ${places.join(' ')}\n${site}}\n`,
      );
      await run('nginx', ['-t', '-q', '-e', 'stderr', '-c', config]);
      await expectProxy('nginx', ['-e', 'stderr', '-c', config]);
    });

    it('Caddyfile is valid, and Caddy with it serves the blog', async function () {
      needs(this, 'caddy', 'version');
      const env = {
        BLOG_HOST: 'localhost',
        OCTAVO: new URL(service.url).host,
        XDG_DATA_HOME: folder,
        XDG_CONFIG_HOME: folder,
        HOME: folder,
      };
      const options = `{\n\tadmin off\n\tskip_install_trust\n\thttp_port ${ports.http}\n\thttps_port ${ports.https}\n}\n`;
      const config = join(folder, 'Caddyfile');
      // docs/operating.md, "Below a path"
      const site = read('deploy/Caddyfile').replace(
        'reverse_proxy ',
        path === '' ? 'reverse_proxy ' : '@blog path /blog /blog/*\n\treverse_proxy @blog ',
      );
      await writeFile(config, `${options}${site}`);
      await run('caddy', ['validate', '--adapter', 'caddyfile', '--config', config], {
        env: { ...process.env, ...env },
      });
      await expectProxy('caddy', ['run', '--adapter', 'caddyfile', '--config', config], env);
    });
  });

describe('.github/', () => {
  it('has workflows that can only read, except for the release, and run scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    for (const name of readdirSync('.github/workflows')) {
      const workflow = yaml(`.github/workflows/${name}`);
      expect(workflow.permissions, name).to.deep.equal({ contents: 'read' });
      for (const { steps } of Object.values<{ steps: { run?: string }[] }>(workflow.jobs)) {
        for (const { run: command = '' } of steps) {
          for (const [, script = ''] of command.matchAll(/npm run ([\w:]+)/g))
            expect(scripts, script).to.have.property(script);
        }
      }
    }
  });

  it('publishes with provenance', () => {
    const release = read('.github/workflows/release.yml');
    expect(release).to.include('--provenance').and.to.include('id-token: write');
  });

  it('publishes an SBOM that has every library of the bundle', async () => {
    const { steps } = yaml('.github/workflows/release.yml').jobs.publish as { steps: { name?: string; run: string }[] };
    const [command = ''] = steps.find(({ name = '' }) => name.startsWith('SBOM'))!.run.split(' > ');
    const { stdout } = await run('sh', ['-c', command], { maxBuffer: 2 ** 26 });
    const { components } = JSON.parse(stdout) as { components: { purl: string }[] };
    const listed = new Set(components.map(({ purl }) => decodeURIComponent(purl)));
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { version: string; dev?: boolean }>;
    };
    const shipped = Object.entries(packages).filter(([path, { dev }]) => path !== '' && dev !== true);
    expect(shipped).to.have.length.above(300);
    for (const [path, { version }] of shipped)
      expect(listed).to.include(`pkg:npm/${path.split('node_modules/').at(-1)}@${version}`);
  });

  it('updates npm packages, actions and the image', () => {
    const { updates } = yaml('.github/dependabot.yml') as { updates: Record<string, string>[] };
    expect(updates.map((one) => one['package-ecosystem'])).to.deep.equal(['npm', 'github-actions', 'docker']);
  });
});

/** Variables that the service reads, and one of Node.js. */
function expectVariables(names: readonly string[]): void {
  for (const name of names) expect([...Object.keys(variables), 'NODE_COMPILE_CACHE', 'PATH']).to.include(name);
}
