import type { Settings } from '../../../../routers/data/settings/schemas.ts';
import { sharedCover, withPictures, type Picture, type CoverContext } from '../covers.ts';

/** The logo and the picture of the author as templates show them; docs/themes.md describes them. */
export async function ownPictures(
  call: CoverContext,
  { logo, authorPicture, siteUrl }: Pick<Settings, 'logo' | 'authorPicture' | 'siteUrl'>,
): Promise<{ logo?: Picture; author_picture?: Picture; shared_logo?: string }> {
  if (logo === '' && authorPicture === '') return {};
  const [first, second] = await withPictures(call, [{ cover: logo }, { cover: authorPicture }]);
  const { url: shared } = await sharedCover(call, logo, siteUrl);
  return {
    ...(shared !== '' && { shared_logo: shared }),
    ...(first?.picture && { logo: first.picture }),
    ...(second?.picture && { author_picture: second.picture }),
  };
}
