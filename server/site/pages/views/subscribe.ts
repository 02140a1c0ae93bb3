import type { CallContext } from '../../../../routers/core/context.ts';

/** The box with which visitors subscribe. */
export interface SubscribeBox {
  /** The submitted address. */
  email: string;
  /** Why it was refused. */
  problem?: string;
  /** Whether the page is about nothing else. */
  is_alone?: boolean;
}

/** The box of a page; undefined unless the owner wants it, and a mail with a link can be sent. */
export async function subscribeBox({ policy, settings }: CallContext): Promise<SubscribeBox | undefined> {
  const { subscribeBox: isWanted, siteUrl } = await settings.current();
  return isWanted && policy.offersMail && siteUrl !== '' ? { email: '' } : undefined;
}
