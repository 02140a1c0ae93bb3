import { z } from 'zod';

import { passwordLength } from '../../../shared/lengths.ts';
import { count, ok, timestamp, typedPassword } from '../../base/schemas.ts';

/** The current password. */
const password = typedPassword(1, passwordLength.max).meta({
  description: 'The current password.',
  examples: ['correct horse battery'],
});

/** A code as the owner types it. */
export const typedCode = z
  .string()
  .min(1)
  .max(40)
  .meta({ description: 'A code of the authenticator app, or a recovery code.', examples: ['287082'] });

export const beginInput = z.object({ password });
export const confirmInput = z.object({
  code: z
    .string()
    .min(1)
    .max(40)
    .meta({ description: 'A code of the authenticator app.', examples: ['287082'] }),
});
export const removeInput = z.object({ password, code: typedCode });

export const totpState = z.object({
  ok,
  enabled: z.boolean().meta({ description: 'Whether the sign-in asks for a code.', examples: [true] }),
  recoveryCodes: count('Number of unused recovery codes.', 10),
});
export const begun = z.object({
  ok,
  uri: z.string().meta({
    description: 'For a QR code.',
    examples: ['otpauth://totp/My%20blog:owner?issuer=My%20blog&secret=JBSWY3DPEHPK3PXP'],
  }),
  secret: z.string().meta({ description: 'The secret, to type it.', examples: ['JBSWY3DPEHPK3PXP'] }),
});
export const confirmed = z.object({
  ok,
  recoveryCodes: z
    .array(z.string())
    .meta({ description: 'Each can be used once in place of a code.', examples: [['k3vq-92hm-xw7d-e5ta']] }),
});
export const proved = z.object({ ok, until: timestamp('When the proof ends.') });
