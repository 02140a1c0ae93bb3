import { createKey } from '../../routers/keys/keys.ts';
import type { Scope } from '../../shared/key-scopes.ts';
import type { TestService } from './service.ts';

/** Creates an API key and returns its secret. */
export async function newKey({ services }: TestService, ...scopes: Scope[]): Promise<string> {
  return (await createKey(services, { name: scopes.join(' '), scopes })).secret;
}
