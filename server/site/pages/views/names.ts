import { namesInUse } from '../../../../routers/posts/archive.ts';
import type { NameKind } from '../../../../routers/taxonomy/schemas.ts';
import { nameFolders } from '../../../process/paths.ts';
import type { View } from '../engine.ts';
import type { PageRequest } from '../request.ts';
import { describedBySite, translator } from './translate.ts';

/** The maximum number of names on the page; the most used are listed. */
const MAX_NAMES = 2000;

/** All tags, or all categories, the most used first. */
export async function namesView({ call }: PageRequest, kind: NameKind): Promise<View> {
  const settings = await call.settings.current();
  const title_key = kind === 'tag' ? 'archive.tags' : 'archive.categories';
  return {
    template: 'names',
    values: {
      title_key,
      description: describedBySite(settings, translator(settings)(title_key)),
      kind,
      names: await namesInUse(call, kind, MAX_NAMES),
      path: nameFolders[kind],
    },
  };
}
