// npm run rooms: the rooms of each folder, their floors and circles, by the imports of the source, types included.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A folder's rooms: the folders and files in it, and what each of them imports. */
export interface Plan {
  folder: string;
  rooms: Map<string, Set<string>>;
  /** The rooms that import each other, directly or through others. */
  circles: string[][];
  /** The rooms from the ground up: each stands above all that it imports. */
  floors: string[][];
}

/** An import of a file from another one, as paths from the root of the project. */
export interface Import {
  from: string;
  to: string;
}

/** The imports between the files of folders: static and dynamic ones, exports from others, and those of types. */
export function importsOf(folders: readonly string[]): Import[] {
  const files = folders.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root })).sort();
  const known = new Set(files);
  return files.flatMap((from) =>
    specifiersIn(from)
      .map((specifier) => ({ from, to: join(dirname(from), specifier) }))
      .filter(({ to }) => known.has(to)),
  );
}

function specifiersIn(file: string): string[] {
  const source = readFileSync(join(root, file), 'utf8');
  const { module } = parseSync(file, source);
  const named = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value)),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => source.slice(start + 1, end - 1)),
  ];
  return named.filter((specifier) => specifier?.startsWith('.')) as string[];
}

/** The plan of a folder, and of every folder in it that has more than one room. */
export function plansOf(folder: string, imports: readonly Import[]): Plan[] {
  const inside =
    folder === '' ? imports : imports.filter(({ from, to }) => [from, to].every((file) => isIn(folder, file)));
  const folders = new Set(
    inside
      .flatMap(({ from, to }) => [from, to])
      .flatMap((file) => foldersAbove(file).filter((one) => isIn(folder, `${one}/`))),
  );
  return [...folders].sort().map((one) => planOf(one, imports));
}

function isIn(folder: string, file: string): boolean {
  return file.startsWith(`${folder}/`);
}

function foldersAbove(file: string): string[] {
  const above = dirname(file);
  return above === '.' ? [] : [above, ...foldersAbove(above)];
}

function planOf(folder: string, imports: readonly Import[]): Plan {
  const rooms = new Map<string, Set<string>>();
  const roomOf = (file: string) => (isIn(folder, file) ? file.slice(folder.length + 1).split('/')[0]! : null);
  for (const { from, to } of imports) {
    const [above, below] = [roomOf(from), roomOf(to)];
    for (const room of [above, below]) if (room !== null && !rooms.has(room)) rooms.set(room, new Set());
    if (above !== null && below !== null && above !== below) rooms.get(above)!.add(below);
  }
  const floors: string[][] = [];
  const left = new Set(rooms.keys());
  for (;;) {
    const floor = [...left].filter((room) => [...rooms.get(room)!].every((below) => !left.has(below)));
    if (floor.length === 0) break;
    floors.push(floor.sort());
    for (const room of floor) left.delete(room);
  }
  return { folder, rooms, circles: circlesAmong([...left], rooms), floors };
}

/** Of rooms that have no floor: those that reach themselves, each circle once. */
function circlesAmong(left: readonly string[], rooms: Plan['rooms']): string[][] {
  const reached = (room: string): Set<string> => {
    const seen = new Set<string>();
    const next = [room];
    for (let at = next.pop(); at !== undefined; at = next.pop()) {
      for (const below of rooms.get(at)!) {
        if (seen.has(below)) continue;
        seen.add(below);
        next.push(below);
      }
    }
    return seen;
  };
  const from = new Map(left.map((room) => [room, reached(room)]));
  const circles = left
    .filter((room) => from.get(room)!.has(room))
    .map((room) => left.filter((other) => from.get(room)!.has(other) && from.get(other)!.has(room)).sort());
  return [...new Map(circles.map((circle) => [circle.join(' '), circle])).values()];
}

if (import.meta.main) {
  for (const top of ['routers', 'server', 'client']) {
    const plans = plansOf(top, importsOf([top]));
    for (const { folder, rooms, floors, circles } of plans) {
      const isTop = folder === top || folder === 'client/admin';
      if (!isTop && circles.length === 0) continue;
      console.log(`${folder}: ${rooms.size} rooms on ${floors.length} floors, ${circles.length} circles`);
      if (isTop) floors.forEach((floor, at) => console.log(`  ${at + 1}: ${floor.join(' ')}`));
      for (const circle of circles) console.log(`  circle: ${circle.join(' ')}`);
    }
  }
}
