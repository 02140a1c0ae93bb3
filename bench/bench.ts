// npm run bench -- [reads | writes] [options]: the benchmarks of requests; without a name, the large one (run.ts).
const programs: Record<string, string> = { reads: './read-costs.ts', writes: './writes.ts' };

const program = programs[process.argv[2] ?? ''];
if (program !== undefined) process.argv.splice(2, 1);
await import(program ?? './run.ts');
