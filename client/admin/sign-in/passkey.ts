import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

import type { BlogOutputs } from '../../index.ts';
import { client } from '../api/api.ts';
import { BlogError } from '../../api/errors.ts';
import { withSetupKey } from './with-setup-key.ts';
import { currentTranslations } from '../translations/translations.ts';

/** Whether this browser knows passkeys. */
export function offersPasskeys(): boolean {
  return typeof globalThis.PublicKeyCredential === 'function';
}

/** Loaded by the first who needs it. */
const webauthn = () => import('@simplewebauthn/browser');

/** Asks the browser for a passkey. @throws BlogError when the owner cancels */
export async function askForPasskey(): Promise<AuthenticationResponseJSON> {
  const answer = await withSetupKey('').mutation('passkeys.loginOptions');
  const { options } = answer as BlogOutputs['passkeys']['loginOptions'];
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return orCancelled(async () => (await webauthn()).startAuthentication({ optionsJSON }));
}

/** Signs in with a passkey. */
export async function signInWithPasskey(): Promise<BlogOutputs['passkeys']['login']> {
  const response = await askForPasskey();
  return (await withSetupKey('').mutation('passkeys.login', { response })) as BlogOutputs['passkeys']['login'];
}

/** Makes a passkey and registers it. */
export async function addPasskey(name: string): Promise<void> {
  const { options } = (await client.mutation('passkeys.options')) as BlogOutputs['passkeys']['options'];
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const response = await orCancelled(async () => (await webauthn()).startRegistration({ optionsJSON }));
  await client.mutation('passkeys.create', { name, response });
}

/** Browsers do not tell why there is no passkey, so that pages learn nothing. */
async function orCancelled<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new BlogError('PASSKEY_CANCELLED', currentTranslations().security.cancelled, { status: 0, cause });
  }
}
