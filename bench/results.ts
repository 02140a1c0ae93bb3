import { mkdir, writeFile } from 'node:fs/promises';

import { describeMachine, type Machine } from './machine.ts';

/** What a benchmark found, as it is kept beside its Markdown. */
export interface Result<Data> {
  machine: Machine;
  data: Data;
}

export interface Report<Data> {
  title: string;
  /** Paragraphs and tables in Markdown. */
  sections: string[];
  /** The same as data. */
  data: Data;
}

const folder = new URL('results/', import.meta.url);

/** Where a result is kept as JSON. */
export function resultFile(name: string): URL {
  return new URL(`${name}.json`, folder);
}

/**
 * Prints a report, and keeps it as `bench/results/<name>.md` and `.json`.
 *
 * @param options.keep false for a trial run, which is printed only
 */
export async function publish<Data>(name: string, report: Report<Data>, { keep }: { keep: boolean }): Promise<void> {
  const machine = describeMachine();
  const text = [`# ${report.title}`, machineList(machine), ...report.sections].join('\n\n');
  console.log(`\n${text}\n`);
  if (!keep) return;
  const result: Result<Data> = { machine, data: report.data };
  await mkdir(folder, { recursive: true });
  await writeFile(new URL(`${name}.md`, folder), `${text}\n`);
  await writeFile(resultFile(name), `${JSON.stringify(result, null, 2)}\n`);
}

function machineList(machine: Machine): string {
  const { processor, cores, memory, kernel, fileSystem, node, pinning, release, date } = machine;
  return [
    `Octavo ${release}, ${date}, Node ${node}.`,
    `${processor}, ${cores} cores, ${memory} of memory, ${kernel}, ${fileSystem}; pinning: ${pinning}.`,
  ].join('\n');
}
