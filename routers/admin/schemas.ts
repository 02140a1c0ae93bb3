import { z } from 'zod';

import { moment, ok } from '../schemas.ts';
import { PASSWORD_LENGTH } from './passwords.ts';

const anyPassword = z.string().max(PASSWORD_LENGTH.max).meta({ format: 'password' });
const newPassword = anyPassword.min(PASSWORD_LENGTH.min);
const token = z.string().meta({ description: 'Send it as Authorization: Bearer <token>.' });
const expiresIn = z.int().meta({ description: 'Seconds until the token ends.' });

export const setupInput = z.object({ password: newPassword });
export const loginInput = z.object({ password: anyPassword });
export const changePasswordInput = z.object({ current: anyPassword, password: newPassword });

export const done = z.object({ ok });
export const signedIn = z.object({ ok, token, expiresIn, mustChange: z.boolean() });
export const passwordChanged = z.object({ ok, token, expiresIn });
export const sessionState = z.object({ ok, expiresAt: moment });
