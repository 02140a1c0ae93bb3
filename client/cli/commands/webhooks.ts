import type { Command } from 'commander';

import { eventTypes, type EventType } from '../../../shared/event-types.ts';
import { UsageError } from '../failures.ts';
import { table } from '../output.ts';
import { openSession } from '../session.ts';

/** Adds webhooks list, add, remove and test. */
export function addWebhookCommands(program: Command): void {
  const webhooks = program.command('webhooks').description('URLs to which the service sends events');
  webhooks.command('list').description('list the webhooks').action(list);
  webhooks
    .command('add')
    .argument('<url>')
    .option('--events <types>', `separated by commas (${eventTypes.join(', ')}; default: all)`)
    .description('create a webhook, and print its secret, which is shown only once')
    .action(add);
  webhooks.command('remove').argument('<id>').description('delete a webhook and its deliveries').action(remove);
  webhooks.command('test').argument('<id>').description('send a test message').action(test);
}

async function list(_options: object, command: Command): Promise<void> {
  const { client, answer } = await openSession(command);
  const found = await client.webhooks.list();
  const rows = found.webhooks.map(({ id, url, active, disabledBecause, events }) => [
    id,
    active === 1 ? 'on' : (disabledBecause ?? 'off'),
    url,
    events.join(', '),
  ]);
  answer(found, table(['ID', 'STATE', 'URL', 'EVENTS'], rows));
}

async function add(url: string, { events }: { events?: string }, command: Command): Promise<void> {
  const types = events === undefined ? [...eventTypes] : events.split(',').map((type) => typeIn(type.trim()));
  const { client, answer } = await openSession(command);
  const made = await client.webhooks.create({ url, events: types });
  answer(made, `The webhook ${made.webhook.id} is created. Its secret is shown only now:\n${made.secret}`);
}

function typeIn(text: string): EventType {
  const type = eventTypes.find((one) => one === text);
  if (type !== undefined) return type;
  throw new UsageError(`There is no event "${text}"; there are ${eventTypes.join(', ')}.`);
}

async function remove(id: string, _options: object, command: Command): Promise<void> {
  const { client, answer } = await openSession(command);
  answer(await client.webhooks.remove({ id }), 'The webhook is deleted.');
}

async function test(id: string, _options: object, command: Command): Promise<void> {
  const { client, answer } = await openSession(command);
  answer(await client.webhooks.test({ id }), 'A test message was put into the queue; the app shows how it went.');
}
