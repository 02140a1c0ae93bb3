import type { OldSite } from '../../../importers/old-site/old-site.ts';
import { loadFile } from '../../api/load-file.ts';

/**
 * The pages of the old site, by its sitemap or a ZIP of what its generator wrote.
 *
 * @throws Error with one sentence for a file that is neither
 */
export async function readOldSite(file: File): Promise<OldSite> {
  if (/\.zip$/i.test(file.name)) {
    const { filesOfZip } = await loadFile(() => import('../../../importers/given/files-of-zip.ts'));
    const { builtSite } = await loadFile(() => import('../../../importers/old-site/built-site.ts'));
    return builtSite(file.name, await filesOfZip(file.name, file));
  }
  const { sitemapSite } = await loadFile(() => import('../../../importers/old-site/sitemap.ts'));
  return sitemapSite(file.name, new Uint8Array(await file.arrayBuffer()), undefined);
}
