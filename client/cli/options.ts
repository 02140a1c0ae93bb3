import { InvalidArgumentError, Option, type Command } from 'commander';

/** A whole number of at least 1. */
export function parseCount(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number of at least 1.');
}

/** Comma-separated values. */
export function parseList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Adds --page and --page-size. */
export function addPaging(command: Command): Command {
  return command
    .option('--page <number>', 'which page (default: 1)', parseCount)
    .option('--page-size <number>', 'items a page, at most 100 (default: 10)', parseCount);
}

/** An option with a fixed set of values. */
export function choice(flags: string, description: string, values: readonly string[]): Option {
  return new Option(flags, description).choices(values);
}

/** The line below a list: how many of the items are shown. */
export function pageLine(shown: number, { total, page }: { total: number; page: number }, things: string): string {
  return `${shown} of ${total} ${things}, page ${page}`;
}
