import type { CallContext } from '../../../../routers/core/context.ts';
import type { MailPicture } from '../../../../routers/core/mail-texts.ts';
import { pathInUrl } from '../../../../routers/media/files.ts';
import { mediaUrl } from '../../../../routers/media/media.ts';
import { findSizes } from '../../../../routers/media/pictures/sizes.ts';
import { absoluteUrl } from '../../../../shared/site-address.ts';
import { encodeUrl } from '../plugins/url.ts';
import { findUploads, ownUrls, srcsetOf } from '../uploads.ts';
import { mailPicture } from './pictures.ts';

/**
 * A picture of the owner's choice, such as a cover or a logo, as mails show it.
 *
 * @param chosen its URL or path as it is stored
 * @param most its maximum size in CSS pixels
 * @returns null if it has none that mail clients show in its proportions
 */
export async function pictureOf(
  call: Pick<CallContext, 'em' | 'policy' | 'settings'>,
  chosen: string,
  most: { width: number; height?: number },
): Promise<MailPicture | null> {
  const { siteUrl } = await call.settings.current();
  const url = (await ownUrls(call))(encodeUrl(chosen) ?? '');
  if (url === '' || siteUrl === '') return null;
  const upload = (await findUploads({ ...call, reply: {} }, [url])).get(pathInUrl(url) ?? '');
  const base = mediaUrl(call.policy, siteUrl);
  const size = upload ?? (await findSizes(call.em, [url])).get(url);
  const [width, height] = [size?.width ?? NaN, size?.height ?? NaN];
  const srcset = upload && srcsetOf(upload, base);
  const src = upload ? `${base}/${upload.path}` : absoluteUrl(url, siteUrl);
  const widest = Math.min(most.width, Math.round((width * (most.height ?? Infinity)) / height));
  return mailPicture({ src, width, height, ...(srcset !== undefined && { srcset }) }, widest);
}
