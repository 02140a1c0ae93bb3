import { mkdir, writeFile } from 'node:fs/promises';

import { describeMachine, type Machine } from './machine.ts';

export interface Report {
  title: string;
  /** Paragraphs and tables in Markdown. */
  sections: string[];
}

const folder = new URL('results/', import.meta.url);

/**
 * Prints a report, and keeps it as `bench/results/<name>.md`.
 *
 * @param options.keep false for a trial run, which is printed only
 */
export async function publish(name: string, report: Report, { keep }: { keep: boolean }): Promise<void> {
  const text = [`# ${report.title}`, machineList(describeMachine()), ...report.sections].join('\n\n');
  console.log(`\n${text}\n`);
  if (!keep) return;
  await mkdir(folder, { recursive: true });
  await writeFile(new URL(`${name}.md`, folder), `${text}\n`);
}

function machineList(machine: Machine): string {
  const { processor, cores, memory, kernel, fileSystem, node, pinning, release, commit, date } = machine;
  return [
    `Octavo ${release}, commit ${commit}, ${date}, Node ${node}.`,
    `${processor}, ${cores} cores, ${memory} of memory, ${kernel}, ${fileSystem}; pinning: ${pinning}.`,
  ].join('\n');
}
