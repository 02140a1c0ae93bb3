/**
 * A pattern of paths as generators write them: `*` and `?` stay within a folder, `**` does not, `{a,b}` are alternatives
 * and `[a-z]` is a class.
 */
export function parseGlob(pattern: string): RegExp {
  const source = pattern.replace(PARTS, (part, ...captures: (string | undefined)[]) => {
    if (part === '**/') return '(?:.*/)?';
    if (part === '**') return '.*';
    if (part === '*') return '[^/]*';
    if (part === '?') return '[^/]';
    const [listed, ranged] = captures;
    if (listed !== undefined) return `(?:${listed.split(',').map(literal).join('|')})`;
    if (ranged !== undefined) return `[${ranged.replace(/^!/, '^').replaceAll('\\', '')}]`;
    return literal(part);
  });
  return safeRegExp(`^${source}$`);
}

const PARTS = /\*\*\/|\*\*|\*|\?|\{([^{}]*)\}|\[([^[\]/]+)\]|[^*?{[]+|[^]/g;

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/** A path and the folders that contain it. */
export function listPrefixes(path: string): string[] {
  const names = path.split('/');
  return names.map((_name, at) => names.slice(0, at + 1).join('/'));
}

/**
 * Whether a file of patterns such as `.gitignore` names a path, or a folder that contains it. Lines that take something out
 * again (`!x`) do not count.
 */
export function parseIgnoreFile(text: string): (path: string) => boolean {
  const globs = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => /^[^#!]/.test(line))
    .map((line) => {
      const plain = line.replace(/^\.?\/+|(?<!\/)\/+$/g, '');
      return parseGlob(/^\.?\/|\/./.test(line) ? plain : `**/${plain}`);
    });
  return (path) => listPrefixes(path).some((prefix) => globs.some((glob) => glob.test(prefix)));
}

/** A regular expression of a configuration, which may be one of another language; one that is invalid matches nothing. */
export function safeRegExp(source: string): RegExp {
  try {
    return new RegExp(source, 'u');
  } catch {
    return /(?!)/;
  }
}

/** A folder of a configuration such as `./src`, with `/` at its end; "" for the root. */
export function folderPath(folder: string): string {
  const path = folder.replace(/^(?:\.?\/)+|(?<!\/)\/+$/g, '');
  return path === '' || path === '.' ? '' : `${path}/`;
}
