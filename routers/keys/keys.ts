import { randomBytes } from 'node:crypto';

import { LockMode } from '@mikro-orm/core';

import { Administrator } from '../../entities/administrator.ts';
import { noteObject } from '../data/audit.ts';
import { ApiKey } from '../../entities/api-key.ts';
import { kyselyOf } from '../../entities/kysely.ts';
import { timestamp } from '../base/clock.ts';
import type { Services } from '../core/context.ts';
import { appError, type AppError } from '../base/errors.ts';
import { newId } from '../base/new-id.ts';
import { removeOne } from '../base/remove-one.ts';
import { sha256 } from '../base/secrets.ts';
import { scopes } from '../../shared/key-scopes.ts';
import { parseScopes } from '../base/scopes.ts';
import type { CreateKey, KeyShape } from './schemas.ts';

/** The maximum number of keys. */
const MAX_KEYS = 50;
const SECRET_BYTES = 32;
const PREFIX = 'oct_';
/** The number of characters of a secret in its hint. */
const HINT_LENGTH = 8;
const DAY_MS = 86_400_000;

/** Whether a token has the format of an API key; a session token is shorter. */
export function isKeySecret(token: string): boolean {
  return /^oct_[\w-]{43}$/.test(token);
}

/**
 * Creates a key.
 *
 * @returns the key, and its secret: `oct_` and 32 random bytes in base64url, of which only a hash is stored
 * @throws TOO_MANY_KEYS
 */
export function createKey(
  { em, clock }: Pick<Services, 'em' | 'clock'>,
  { name, scopes: requested, expiresInDays }: CreateKey,
) {
  const secret = PREFIX + randomBytes(SECRET_BYTES).toString('base64url');
  return em.fork().transactional(async (tx) => {
    // Serializes concurrent calls, so that the maximum holds.
    await tx.findOne(Administrator, { key: 1 }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if ((await tx.count(ApiKey)) >= MAX_KEYS) throw appError('TOO_MANY_KEYS');
    const expiresAt = expiresInDays === undefined ? null : timestamp(clock, expiresInDays * DAY_MS);
    const key = {
      id: noteObject(newId('k', clock)),
      name,
      scopes: scopes.filter((scope) => requested.includes(scope)),
      hint: `${secret.slice(0, HINT_LENGTH)}…`,
      createdAt: timestamp(clock),
      expiresAt,
      lastUsedAt: null,
    } satisfies KeyShape;
    tx.create(ApiKey, { ...key, scopes: key.scopes.join(','), hash: sha256(secret) });
    return { key, secret };
  });
}

/** All keys, newest first, including expired ones. */
export async function listKeys({ em }: Pick<Services, 'em'>): Promise<KeyShape[]> {
  const rows = await keyRows(em).orderBy('created_at', 'desc').orderBy('id', 'desc').execute();
  return rows.map(toShape);
}

/**
 * Returns one key.
 *
 * @throws NOT_FOUND
 */
export async function getKey({ em }: Pick<Services, 'em'>, id: string): Promise<KeyShape> {
  const row = await keyRows(em).where('id', '=', id).executeTakeFirst();
  if (!row) throw keyNotFound();
  return toShape(row);
}

/**
 * Revokes a key.
 *
 * @throws NOT_FOUND
 */
export async function revokeKey({ em }: Pick<Services, 'em'>, id: string): Promise<void> {
  await removeOne(em, ApiKey, { id }, keyNotFound);
}

function keyRows(em: Services['em']) {
  return kyselyOf(em)
    .selectFrom('api_keys')
    .select(['id', 'name', 'scopes', 'hint', 'created_at as createdAt', 'expires_at as expiresAt'])
    .select('last_used_at as lastUsedAt');
}

function toShape<T extends { scopes: string }>(row: T): Omit<T, 'scopes'> & Pick<KeyShape, 'scopes'> {
  return { ...row, scopes: parseScopes(row.scopes) };
}

function keyNotFound(): AppError {
  return appError('NOT_FOUND', 'There is no API key with this id.');
}
