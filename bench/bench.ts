// npm run bench -- <name> [options]: runs a benchmark; bench/README.md lists them.
const programs: Record<string, string> = {
  reads: './read-costs.ts',
  writes: './writes.ts',
  search: './search.ts',
  scale: './scale.ts',
  start: './start.ts',
  soak: './soak.ts',
  rendering: './rendering.ts',
  imports: './imports.ts',
  instances: './instances.ts',
  faults: './faults.ts',
  stops: './stops.ts',
  backups: './backups.ts',
  rolling: './rolling.ts',
  'migration-kills': './migration-kills.ts',
  fuzz: './fuzz.ts',
  spam: './spam.ts',
  threads: './threads.ts',
  embeds: './embeds.ts',
  typing: './typing.ts',
  lighthouse: './lighthouse.ts',
  pictures: './pictures.ts',
  'keep-release': './release.ts',
};

const [, , name = ''] = process.argv;
const program = programs[name];
if (program === undefined) {
  console.error(`Name a benchmark: ${Object.keys(programs).join(', ')}.`);
  process.exit(1);
}
process.argv.splice(2, 1);
await import(program);
