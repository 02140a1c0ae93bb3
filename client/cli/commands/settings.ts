import type { Command } from 'commander';

import type { Settings } from '../../index.ts';
import { UsageError } from '../failures.ts';
import { visible } from '../output.ts';
import { openSession } from '../session.ts';

/** Adds settings get and set. */
export function addSettingsCommands(program: Command): void {
  const settings = program.command('settings').description('show and change the settings');
  settings.command('get').argument('[name]').description('show all settings, or the value of one').action(get);
  settings
    .command('set')
    .argument('<name>')
    .argument('<value>')
    .description('change a setting, as in: octavo settings set title "My blog"')
    .action(set);
}

async function get(name: string | undefined, _options: object, command: Command): Promise<void> {
  const { client, answer } = await openSession(command);
  const { ok, ...settings } = await client.settings.get();
  if (name === undefined) return answer({ ok, ...settings }, describeSettings(settings));
  const value = settings[settingName(name, settings)];
  answer({ ok, [name]: value }, visible(String(value), { lines: true }));
}

async function set(name: string, text: string, _options: object, command: Command): Promise<void> {
  const { client, answer } = await openSession(command);
  const { ok: _, ...before } = await client.settings.get();
  const key = settingName(name, before);
  const { ok, ...settings } = await client.settings.update({ [key]: parseValue(key, text, before[key]) });
  answer({ ok, ...settings }, describeSettings({ [key]: settings[key] }));
}

function settingName(name: string, settings: Settings): keyof Settings {
  if (Object.hasOwn(settings, name)) return name as keyof Settings;
  throw new UsageError(`There is no setting "${name}"; there are ${Object.keys(settings).join(', ')}.`);
}

/** Parses the text to the type of the setting. */
function parseValue(name: string, text: string, before: unknown): string | number | boolean {
  if (typeof before === 'string') return text;
  if (typeof before === 'number' && /^\d{1,9}$/.test(text)) return Number(text);
  if (typeof before === 'boolean' && ['true', 'false'].includes(text)) return text === 'true';
  throw new UsageError(
    `The setting "${name}" takes ${typeof before === 'number' ? 'a whole number' : 'true or false'}.`,
  );
}

function describeSettings(settings: Partial<Settings>): string {
  const width = Math.max(...Object.keys(settings).map((name) => name.length));
  return Object.entries(settings)
    .map(([name, value]) => `${name.padEnd(width)}  ${visible(String(value))}`.trimEnd())
    .join('\n');
}
