import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect } from 'chai';

import { openTerminal, type Terminal } from '../support/cli.ts';
import { newKey } from '../support/keys.ts';
import { PASSWORD } from '../support/service.ts';
import { newToken, statusOf } from '../support/sessions.ts';

describe('octavo: the account', () => {
  let terminal: Terminal;
  const folder = () => join(terminal.folder, '.config', 'octavo');
  const kept = async () =>
    JSON.parse(await readFile(join(folder(), 'tokens.json'), 'utf8')) as {
      url?: string;
      tokens: Record<string, string>;
    };
  const wantsKey = 'The setup key is missing or wrong; set OCTAVO_SETUP_KEY.\n';
  before(async () => {
    terminal = await openTerminal({ administrator: false }, { SETUP_KEY: 'right-setup-key' });
  });
  after(() => terminal?.close());

  it('rejects commands that need a token, with one sentence', async () => {
    const outcome = await terminal.run(['settings', 'get']);
    expect(outcome).to.deep.equal({
      code: 1,
      stdout: '',
      stderr: 'You are not signed in, or the session has expired; run "octavo login".\n',
    });
    expect((await terminal.run(['logout'])).stderr).to.equal(`You are not signed in to ${terminal.service.url}.\n`);
  });

  it('sets up the blog and signs in', async () => {
    const env = { OCTAVO_SETUP_KEY: 'right-setup-key' };
    const keyless = await terminal.run(['setup', '--password-stdin'], { input: `${PASSWORD}\n` });
    expect(keyless).to.deep.equal({ code: 1, stdout: '', stderr: wantsKey });
    const short = await terminal.run(['setup', '--password-stdin'], { env, input: 'short\n' });
    expect(short).to.include({ code: 1, stderr: '"password" must have at least 8 characters.\n' });
    const { code, stdout } = await terminal.run(['setup', '--password-stdin'], { env, input: `${PASSWORD}\n` });
    expect(code).to.equal(0);
    expect(stdout).to.equal(`The administrator is set up, and you are signed in to ${terminal.service.url}.\n`);
    expect((await terminal.run(['settings', 'get', 'title'])).stdout).to.equal('My blog\n');
    const again = await terminal.run(['setup', '--password-stdin'], { env, input: PASSWORD });
    expect(again).to.deep.equal({ code: 1, stdout: '', stderr: 'The administrator is already set up.\n' });
  });

  it('sends the setup key with login too, and with nothing else', async () => {
    const env = { OCTAVO_SETUP_KEY: 'wrong-setup-key' };
    const login = await terminal.run(['login', '--password-stdin'], { env, input: PASSWORD });
    expect(login).to.deep.equal({ code: 1, stdout: '', stderr: wantsKey });
    expect((await terminal.run(['settings', 'get', 'title'], { env })).code).to.equal(0);
  });

  it('stores the token in a file that only its owner can read', async () => {
    expect((await stat(folder())).mode & 0o777).to.equal(0o700);
    expect((await stat(join(folder(), 'tokens.json'))).mode & 0o777).to.equal(0o600);
    expect(await readdir(folder())).to.deep.equal(['tokens.json']);
    expect(await kept()).to.have.nested.property('url', terminal.service.url);
  });

  it('signs in without printing the token', async () => {
    const wrong = await terminal.run(['login', '--password-stdin'], { input: 'wrong password\n' });
    expect(wrong).to.deep.equal({ code: 1, stdout: '', stderr: 'The password is wrong.\n' });
    const answer = await terminal.json(['login', '--password-stdin'], { input: `${PASSWORD}\r\n` });
    expect(answer).to.deep.equal({ ok: true, url: terminal.service.url, expiresIn: 604_800, mustChange: false });
  });

  it('does not ask for a password without a terminal', async () => {
    for (const args of [['login'], ['setup'], ['password'], ['admin', 'reset-password']]) {
      const { code, stderr } = await terminal.run(args, { input: PASSWORD });
      expect({ args, code, stderr }).to.deep.equal({
        args,
        code: 2,
        stderr: 'No terminal to ask for the password; use --password-stdin.\n',
      });
    }
    const empty = await terminal.run(['login', '--password-stdin']);
    expect(empty).to.include({ code: 2, stderr: 'Standard input must contain the password on one line.\n' });
  });

  it('uses the URL of the last login, unless another one is given', async () => {
    const env = { OCTAVO_URL: '' };
    expect((await terminal.run(['settings', 'get', 'language'], { env })).stdout).to.equal('en\n');
    const other = await terminal.run(['posts', 'list', '--url', 'http://127.0.0.1:1'], { env });
    expect(other.code).to.equal(1);
    expect(other.stderr).to.match(/^The service at http:\/\/127\.0\.0\.1:1 cannot be reached; .*\.\n$/);
    expect(await terminal.run(['posts', 'list', '--url', 'ftp://x'])).to.include({ code: 2 });
  });

  it('prefers OCTAVO_TOKEN and XDG_CONFIG_HOME', async () => {
    const stale = { OCTAVO_TOKEN: 'not-a-token' };
    expect((await terminal.run(['settings', 'get'], { env: stale })).code).to.equal(1);
    const elsewhere = { XDG_CONFIG_HOME: join(terminal.folder, 'xdg') };
    expect((await terminal.run(['settings', 'get'], { env: elsewhere })).code).to.equal(1);
    const relative = { XDG_CONFIG_HOME: 'xdg' };
    expect((await terminal.run(['settings', 'get'], { env: relative })).code).to.equal(0);
  });

  it('changes the password and stores the new token', async () => {
    const lines = (...passwords: string[]) => ({ input: `${passwords.join('\n')}\n` });
    const wrong = await terminal.run(['password', '--password-stdin'], lines('wrong one', 'another password'));
    expect(wrong).to.include({ code: 1, stderr: 'The current password is wrong.\n' });
    const one = await terminal.run(['password', '--password-stdin'], lines(PASSWORD));
    expect(one.code).to.equal(2);
    const before = await kept();
    const changed = await terminal.run(['password', '--password-stdin'], lines(PASSWORD, 'another password'));
    expect(changed).to.include({ code: 0, stderr: '' });
    expect((await kept()).tokens).to.not.deep.equal(before.tokens);
    expect((await terminal.run(['settings', 'get'])).code).to.equal(0);
  });

  it('resets a lost password on the server itself', async () => {
    const env = { DATABASE_URL: terminal.databaseUrl };
    const made = await terminal.json(['admin', 'reset-password', '--generate'], { env });
    expect(made.password).to.match(/^[a-z2-9]{4}-[a-z2-9]{4}$/);
    expect((await terminal.run(['settings', 'get'])).code).to.equal(1); // every session has ended
    expect((await terminal.run(['login', '--password-stdin'], { input: made.password })).code).to.equal(0);
    const weak = await terminal.run(['admin', 'reset-password', '--password-stdin'], { env, input: 'password1\n' });
    expect(weak.code).to.equal(0);
    expect(weak.stderr).to.match(/^Warning: this password is among the first that are tried\. /);
    const chosen = await terminal.run(['admin', 'reset-password', '--password-stdin'], { env, input: `${PASSWORD}\n` });
    expect(chosen).to.include({ code: 0, stdout: 'The password is set; every session has ended.\n' });
    expect((await terminal.run(['login', '--password-stdin'], { input: PASSWORD })).code).to.equal(0);
  });

  // docs/interface.md, A19
  it('clears failed sign-ins on the server itself, and prints their number', async () => {
    const env = { DATABASE_URL: terminal.databaseUrl };
    await terminal.run(['login', '--password-stdin'], { input: 'wrong password' });
    expect((await terminal.json(['admin', 'unlock'], { env })).forgotten).to.be.at.least(1);
    expect(await terminal.json(['admin', 'unlock'], { env })).to.deep.equal({ ok: true, forgotten: 0 });
    const told = terminal.service.database.kysely.selectFrom('audit_entries').where('actor', '=', 'console');
    expect(await told.select('action').where('action', '=', 'login.unlocked').execute()).to.have.length(1);
  });

  it('reports why a password cannot be reset', async () => {
    const reset = (input: string, env: Record<string, string>) =>
      terminal.run(['admin', 'reset-password', '--password-stdin'], { input, env });
    const absent = await reset(PASSWORD, { DATABASE_URL: `sqlite:${terminal.folder}/absent.db` });
    expect(absent.code).to.equal(1);
    expect(absent.stderr).to.match(/^There is no database .*absent\.db; .*\.\n$/);
    expect(await readdir(terminal.folder)).to.not.include('absent.db');
    expect((await reset('short', { DATABASE_URL: terminal.databaseUrl })).stderr).to.equal(
      'The password must have 8 to 200 characters.\n',
    );
    expect(await reset(PASSWORD, { DATABASE_URL: 'mysql://x' })).to.include({ code: 1 });
    const both = await terminal.run(['admin', 'reset-password', '--password-stdin', '--generate']);
    expect(both.code).to.equal(2);
  });

  it('lists sessions and ends them', async () => {
    const env = { OCTAVO_TOKEN: await newToken(terminal.service) };
    const { stdout } = await terminal.run(['account', 'sessions']);
    expect(stdout).to.match(/^ID +SIGNED IN +LAST USED +DEVICE\ns-[0-9a-z]+ .* octavo +this one\n/);
    const [own] = (await terminal.json(['account', 'sessions'], { env })).sessions;
    expect((await terminal.run(['account', 'revoke', own.id])).stdout).to.equal('The session has ended\n');
    expect((await terminal.run(['settings', 'get'], { env })).code).to.equal(1);
    const again = await terminal.run(['account', 'revoke', own.id]);
    expect(again).to.include({ code: 1, stderr: 'There is no session with this id.\n' });
  });

  it('creates, lists, tests and deletes webhooks', async () => {
    const env = { OCTAVO_TOKEN: await newToken(terminal.service) };
    const run = async (...args: string[]) => terminal.run(['webhooks', ...args], { env });
    const added = await run('add', 'https://192.0.2.1.example/', '--events', 'post.published, post.deleted');
    const [, id = ''] = /^The webhook (w-\w+) is created.*\nwhsec_\S+\n$/.exec(added.stdout) ?? [];
    expect((await run('list')).stdout).to.match(
      new RegExp(`^ID .*\\n${id} +on +https://192.0.2.1.example/ +post.published, post.deleted\\n$`),
    );
    expect(await run('add', 'https://a.example/', '--events', 'post.eaten')).to.include({ code: 2, stdout: '' });
    expect((await run('add', 'http://127.0.0.1/')).stderr).to.include('WEBHOOK_PRIVATE=allow');
    expect(await run('remove', id)).to.include({ code: 0, stdout: 'The webhook is deleted.\n' });
    expect(await run('test', id)).to.include({ code: 1, stderr: 'There is no webhook with this id.\n' });
  });

  // docs/interface.md, A21, A22
  it('creates, lists and revokes API keys', async () => {
    const env = { OCTAVO_TOKEN: await newToken(terminal.service) };
    const run = async (...args: string[]) => terminal.run(['keys', ...args], { env });
    const made = await run('create', 'Static site', '--scopes', 'read, drafts', '--expires-in-days', '30');
    const [, id = '', secret = ''] = /^The key (k-\w+) is created.*\n(oct_\S+)\n$/.exec(made.stdout) ?? [];
    const listed = await terminal.run(['posts', 'list', '--status', 'draft'], { env: { OCTAVO_TOKEN: secret } });
    expect(listed).to.include({ code: 0, stderr: '' });
    const day = '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d';
    expect((await run('list')).stdout).to.match(
      new RegExp(`^ID .*\\n${id} +oct_.{4}… +${day} +${day} +read, drafts +Static site\\n`),
    );
    expect((await run('list')).stdout).to.not.include(secret);
    for (const wrong of [[], ['--scopes', 'everything'], ['--scopes', 'read', '--expires-in-days', '0']]) {
      expect(await run('create', 'x', ...wrong), String(wrong)).to.include({ code: 2, stdout: '' });
    }
    const byKey = await terminal.run(['keys', 'list'], { env: { OCTAVO_TOKEN: secret } });
    expect(byKey).to.include({ code: 1, stderr: 'API keys cannot do this: sign in as the administrator.\n' });
    expect(await run('revoke', id)).to.include({ code: 0, stdout: 'The key is revoked.\n' });
    expect((await run('revoke', id)).code).to.equal(1);
    const after = await terminal.run(['posts', 'create', '--title', 'x'], { env: { OCTAVO_TOKEN: secret } });
    expect(after.code).to.equal(1);
  });

  // docs/interface.md, A24
  it('accepts an API key as OCTAVO_TOKEN, and names the missing scope', async () => {
    const env = { OCTAVO_TOKEN: await newKey(terminal.service, 'drafts') };
    expect(await terminal.run(['posts', 'list'], { env })).to.include({ code: 0, stderr: '' });
    const refused = await terminal.run(['posts', 'create', '--title', 'New'], { env });
    expect(refused).to.include({ code: 1, stderr: 'This API key lacks the scope "posts".\n' });
  });

  it('signs out everywhere', async () => {
    const token = await newToken(terminal.service);
    const { code, stdout } = await terminal.run(['logout', '--everywhere']);
    expect({ code, stdout }).to.deep.equal({
      code: 0,
      stdout: `You are signed out of ${terminal.service.url}, and every other session has ended.\n`,
    });
    expect(await statusOf(terminal.service, token)).to.equal(401);
    expect((await terminal.run(['login', '--password-stdin'], { input: PASSWORD })).code).to.equal(0);
  });

  it('signs out, also when the session has already ended', async () => {
    const env = { OCTAVO_TOKEN: Object.values((await kept()).tokens)[0]! };
    expect(await terminal.run(['logout'])).to.include({ code: 0, stderr: '' });
    expect((await kept()).tokens).to.deep.equal({});
    expect((await terminal.run(['settings', 'get'], { env })).code).to.equal(1);
    expect((await terminal.run(['logout'], { env })).code).to.equal(0);
  });

  it('reports that the token file cannot be read', async () => {
    await writeFile(join(folder(), 'tokens.json'), 'not json');
    const outcome = await terminal.run(['posts', 'list']);
    expect(outcome.code).to.equal(1);
    expect(outcome.stderr).to.match(/^.*tokens\.json cannot be read: .*; delete it and sign in again\.\n$/);
  });
});
