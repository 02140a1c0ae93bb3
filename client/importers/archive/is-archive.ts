import { MANIFEST, parseMember } from '../../../shared/archive.ts';

/** Whether a ZIP is an archive of Octavo. @param paths of its files */
export function isArchive(paths: readonly string[]): boolean {
  return paths.includes(MANIFEST) && paths.every((path) => path === MANIFEST || parseMember(path) !== null);
}
