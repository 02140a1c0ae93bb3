import type { Command } from 'commander';

import { plural } from '../plural.ts';
import type { BlogOutputs } from '../../index.ts';
import { confirm } from '../input.ts';
import { formatMinute, visible } from '../output.ts';
import { openSession } from '../session.ts';

/** Adds privacy list and erase. */
export function addPrivacyCommands(program: Command): void {
  const privacy = program.command('privacy').description('the data stored about an e-mail address or an IP address');
  privacy
    .command('list')
    .argument('<address>', 'an e-mail address or an IP address')
    .description('list all stored data, including the texts of comments')
    .action(list);
  privacy
    .command('erase')
    .argument('<address>', 'an e-mail address or an IP address')
    .option('--yes', 'do not ask')
    .description('erase all stored data; comments with replies become empty placeholders')
    .action(erase);
}

type Kept = BlogOutputs['privacy']['list'];

async function list(of: string, _options: object, command: Command): Promise<void> {
  const { client, answer } = await openSession(command);
  const kept = await client.privacy.list({ of });
  const texts = kept.comments.map(
    ({ id, post, author, content, date, status }) =>
      `${id} on ${visible(post)}, ${formatMinute(date)}, ${status}\n${visible(author)}: ${visible(content)}\n`,
  );
  const ended = kept.ended > 0 ? ['Nobody else can subscribe this address again; of that a hash is kept.'] : [];
  const erased =
    kept.erased > 0 ? ['It was erased, and gets no mail by any form; of that a hash is kept for 180 days.'] : [];
  answer(kept, [...texts, `${plural(kept.total, 'comment')}, ${othersIn(kept)}`, ...ended, ...erased].join('\n'));
}

async function erase(of: string, { yes = false }: { yes?: boolean }, command: Command): Promise<void> {
  const { client, answer } = await openSession(command);
  if (!yes) {
    const kept = await client.privacy.list({ of });
    await confirm(`Erase ${plural(kept.total, 'comment')}, ${othersIn(kept)} of ${visible(of)} for good?`);
  }
  const erased = await client.privacy.erase({ of });
  answer(
    erased,
    `Deleted ${plural(erased.deleted, 'comment')}, emptied ${erased.emptied} with replies. Erased too: ${othersIn(erased)}.`,
  );
}

function othersIn(counts: Omit<Kept, 'comments' | 'total' | 'ended' | 'erased'>): string {
  const {
    subscriptions,
    mailings,
    replyAddresses,
    replyMails,
    confirmations,
    jobs,
    settings,
    blocks,
    likes,
    views,
    signIns,
  } = counts;
  return [
    plural(subscriptions, 'subscription'),
    plural(mailings, 'mail of mailings', 'mails of mailings'),
    plural(replyAddresses, 'address for replies', 'addresses for replies'),
    plural(replyMails, 'record of mails about replies', 'records of mails about replies'),
    plural(confirmations, 'request for confirmation', 'requests for confirmation'),
    plural(jobs, 'job'),
    plural(settings.length, 'setting'),
    plural(blocks, 'block'),
    plural(likes, 'mark of likes', 'marks of likes'),
    plural(views, 'mark of views', 'marks of views'),
    plural(signIns, 'failed sign-in'),
  ].join(', ');
}
