import { expect } from 'chai';

import { createMailer, MailFailure } from '../server/background/mail/transport.ts';
import { openTerminal, type Terminal } from './support/cli.ts';
import { startSmtp, type Smtp } from './support/smtp.ts';

const PASSWORD = 'p@ss word';
const MAIL_FROM = 'blog@harbour-notes.net';

describe('the mail server', () => {
  let terminal: Terminal;
  let open: Smtp;
  let closed: Smtp;
  before(async () => {
    terminal = await openTerminal();
    open = await startSmtp();
    closed = await startSmtp({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth({ username, password }, _, callback) {
        const error = new Error(`No, ${username} with ${password}`);
        if (password === PASSWORD) callback(null, { user: username });
        else callback(Object.assign(error, { responseCode: 535 }));
      },
    });
  });
  after(() => Promise.all([terminal.close(), open.stop(), closed.stop()]));

  const withUser = (password: string) =>
    closed.url.replace('//', `//${encodeURIComponent('ada@blog.example')}:${encodeURIComponent(password)}@`);
  const doctor = async (SMTP_URL: string, env: object = { SITE_URL: 'http://blog.invalid' }) => {
    const { stdout } = await terminal.run(['doctor'], {
      env: { DATABASE_URL: terminal.databaseUrl, SMTP_URL, MAIL_FROM, ...env },
    });
    const lines = stdout.split('\n').filter((one) => one.slice(9, 22).trim() === 'mail');
    expect(lines.join('')).to.not.include('ada').and.not.include('wrong one');
    return lines.map((line) => `${line.slice(0, 7).trim()}: ${line.slice(24)}`).join('\n');
  };

  // docs/interface.md, K34
  it('is checked by `octavo doctor`, with a remedy', async () => {
    const { host } = new URL(open.url);
    expect(await doctor(open.url)).to.equal(`ok: ${host} answers.`);
    expect(await doctor(withUser(PASSWORD))).to.match(/^ok: \S+ answers\.$/);
    expect(await doctor(withUser('wrong one'))).to.match(
      /^problem: \S+: The mail server refuses the user or the password \(.*\)\. Correct both in SMTP_URL, where special characters are written as in %40 for @\.$/,
    );
    expect(await doctor(open.url.replace('smtp:', 'smtps:'))).to.match(
      /There is no secure connection to the mail server \(.*\)\. Use smtps:\/\/ for port 465 and smtp:\/\/ for 587/,
    );
    open.treat({ connection: () => [421, '4.3.2 Too many'] });
    expect(await doctor(open.url)).to.match(
      /^problem: \S+: The mail server takes nothing at the moment \(421 4\.3\.2 Too many\)\. Wait, and if it lasts, /,
    );
    open.treat({ connection: () => [554, '5.7.1 Go away'] });
    expect(await doctor(open.url)).to.match(
      /^problem: \S+: The mail server refuses this service \(554 5\.7\.1 Go away\)\. Ask those who run it /,
    );
    open.treat({});
    await open.stop();
    expect(await doctor(open.url)).to.match(
      /^problem: \S+: There is no connection .*\. Start it, or correct SMTP_URL\.$/,
    );
    await open.restart();
  });

  // docs/interface.md, D4
  it('is not enough: `octavo doctor` warns without a site address, and of a sender at a reserved domain', async () => {
    const MAIL_FROM = 'Notes <me@notes.example.org>';
    const [links, answers, sender] = (await doctor(open.url, { MAIL_FROM })).split('\n');
    expect(links).to.match(/^warning: Without the site address, e-mails have no links, .*; set SITE_URL\.$/);
    expect(answers).to.match(/^ok: /);
    expect(sender).to.match(/^warning: The domain of MAIL_FROM is reserved for examples, /);
  });

  // docs/interface.md, K34
  it('never shows the password or an address in the log, and one refused sender keeps mails waiting', async () => {
    const lines: unknown[][] = [];
    const log = {
      error: (...line: unknown[]) => void lines.push(line),
      info: (...line: unknown[]) => void lines.push(line),
    };
    const mailer = createMailer({
      smtpUrl: withUser('wrong one'),
      mailFrom: { name: '', address: MAIL_FROM },
      log,
      monotonic: () => performance.now(),
    });
    const mail = { to: 'ada@blog.example', subject: 'S', text: 'T', html: '<p>T</p>', messageId: '<a@blog.example>' };
    for (let attempt = 0; attempt < 2; attempt++) {
      const failure: unknown = await mailer.send(mail).catch((error: unknown) => error);
      expect(failure).to.be.an.instanceOf(MailFailure).and.to.include({ isFinal: false });
      expect(String(failure)).to.not.include('wrong one').and.not.include('ada@');
    }
    mailer.close();
    expect(lines).to.have.length(1);
    const [[{ err }]] = lines as [[{ err: Error }]];
    expect(JSON.stringify(lines) + err.message + err.stack)
      .to.not.include('wrong one')
      .and.not.include('ada@');
  });
});
