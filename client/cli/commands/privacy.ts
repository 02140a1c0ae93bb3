import type { Command } from 'commander';

import type { BlogOutputs } from '../../index.ts';
import { confirm } from '../input.ts';
import { minuteOf, visible } from '../output.ts';
import { sessionOf } from '../session.ts';

/** Adds privacy list and erase. */
export function addPrivacyCommands(program: Command): void {
  const privacy = program.command('privacy').description('what is kept of an e-mail address or an IP address');
  privacy
    .command('list')
    .argument('<address>', 'an e-mail address or an IP address')
    .description('list everything that is kept, comments with their texts')
    .action(list);
  privacy
    .command('erase')
    .argument('<address>', 'an e-mail address or an IP address')
    .option('--yes', 'do not ask')
    .description('erase everything that is kept; comments with replies stay as empty ones')
    .action(erase);
}

type Kept = BlogOutputs['privacy']['list'];

async function list(of: string, _options: object, command: Command): Promise<void> {
  const { client, answer } = await sessionOf(command);
  const kept = await client.privacy.list({ of });
  const texts = kept.comments.map(
    ({ id, post, author, content, date, status }) =>
      `${id} on ${visible(post)}, ${minuteOf(date)}, ${status}\n${visible(author)}: ${visible(content)}\n`,
  );
  const ended = kept.ended > 0 ? ['Nobody else can subscribe this address again; of that a hash is kept.'] : [];
  answer(kept, [...texts, `${kept.total} comments, ${othersIn(kept)}`, ...ended].join('\n'));
}

async function erase(of: string, { yes = false }: { yes?: boolean }, command: Command): Promise<void> {
  const { client, answer } = await sessionOf(command);
  if (!yes) {
    const kept = await client.privacy.list({ of });
    await confirm(`Erase ${kept.total} comments, ${othersIn(kept)} of ${visible(of)} for good?`);
  }
  const erased = await client.privacy.erase({ of });
  answer(
    erased,
    `${erased.deleted} comments are deleted, ${erased.emptied} with replies are empty now. Erased too: ${othersIn(erased)}.`,
  );
}

function othersIn(counts: Omit<Kept, 'comments' | 'total' | 'ended'>): string {
  const { subscriptions, mailings, replyAddresses, replyMails, jobs, settings, blocks, likes, views, signIns } = counts;
  return [
    `${subscriptions} subscriptions`,
    `${mailings} mails of mailings`,
    `${replyAddresses} addresses for replies`,
    `${replyMails} records of mails about replies`,
    `${jobs} jobs`,
    `${settings.length} settings`,
    `${blocks} blocks`,
    `${likes} marks of likes`,
    `${views} marks of views`,
    `${signIns} failed sign-ins`,
  ].join(', ');
}
