import type { Settings } from '../../../routers/settings/schemas.ts';
import { withPictures, type Picture, type Reading } from '../covers.ts';

/** The logo and the picture of the author as templates show them; docs/themes.md describes them. */
export async function ownPictures(
  call: Reading,
  { logo, authorPicture }: Pick<Settings, 'logo' | 'authorPicture'>,
): Promise<{ logo?: Picture; author_picture?: Picture }> {
  if (logo === '' && authorPicture === '') return {};
  const [first, second] = await withPictures(call, [{ cover: logo }, { cover: authorPicture }]);
  return {
    ...(first?.picture && { logo: first.picture }),
    ...(second?.picture && { author_picture: second.picture }),
  };
}
