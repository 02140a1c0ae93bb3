import { z } from 'zod';

import { passwordLength } from '../../../shared/lengths.ts';
import { typedCode } from '../second-factor/schemas.ts';
import { cleanString, existingId, ok, timestamp, typedPassword, zeroOrOne } from '../../base/schemas.ts';

const id = { description: 'The id of the passkey.', examples: ['pk-0mm5lxs00a1b2c3d4e5f60718'] };
const name = cleanString(1, 80).meta({ description: 'The name of the passkey.', examples: ['Laptop'] });

/** Bytes in base64url. @param max characters */
const bytes = (description: string, max = 20_000) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]*$/, 'must be base64url')
    .meta({ description });

const common = {
  id: bytes('The id of the credential.', 1400),
  rawId: bytes('The same.', 1400),
  type: z.literal('public-key').meta({ description: 'Always public-key.' }),
  clientExtensionResults: z
    .record(z.string().max(100), z.unknown())
    .meta({ description: 'What extensions returned; ignored.' })
    .optional(),
  authenticatorAttachment: z.string().max(40).meta({ description: 'Ignored.' }).optional(),
};

/** What `navigator.credentials.create` returned, as `PublicKeyCredential.toJSON` writes it. */
const registration = z
  .object({
    ...common,
    response: z
      .object({
        clientDataJSON: bytes('The client data.'),
        attestationObject: bytes('The attestation.', 40_000),
        transports: z
          .array(z.string().regex(/^[a-z-]{1,20}$/, 'must be a transport of WebAuthn'))
          .max(10)
          .meta({ description: 'How the authenticator is reached.', examples: [['internal']] })
          .optional(),
      })
      .meta({ description: 'The response of the authenticator.' }),
  })
  .meta({ id: 'PasskeyRegistration' });

/** What `navigator.credentials.get` returned, as `PublicKeyCredential.toJSON` writes it. */
export const assertion = z
  .object({
    ...common,
    response: z
      .object({
        clientDataJSON: bytes('The client data.'),
        authenticatorData: bytes('The data of the authenticator.'),
        signature: bytes('The signature.'),
        userHandle: bytes('The id of the user; ignored.', 200).nullable().optional(),
      })
      .meta({ description: 'The response of the authenticator.' }),
  })
  .meta({ id: 'PasskeyAssertion' });

export const registerInput = z.object({ name, response: registration });
export const renameInput = z.object({ id: existingId.meta(id), name });
export const idInput = z.object({ id: existingId.meta(id) });
export const assertionInput = z.object({ response: assertion });
export const proofInput = z
  .object({
    password: typedPassword(1, passwordLength.max)
      .meta({ description: 'The current password.', examples: ['correct horse battery'] })
      .optional(),
    code: typedCode.optional(),
    response: assertion.optional(),
  })
  .superRefine(({ password, response }, issues) => {
    if (password === undefined && response === undefined)
      issues.addIssue({ code: 'custom', path: ['password'], message: 'is required' });
  });

/** Options for the browser, as WebAuthn describes them in JSON. */
export const options = z.object({
  ok,
  options: z.record(z.string(), z.unknown()).meta({
    description: 'Options of WebAuthn in JSON, for parseCreationOptionsFromJSON or parseRequestOptionsFromJSON.',
  }),
});

const passkey = z
  .object({
    id: z.string().meta(id),
    name: z.string().meta({ description: 'The name.', examples: ['Laptop'] }),
    host: z.string().meta({ description: 'The host that it is bound to.', examples: ['blog.example'] }),
    usable: zeroOrOne.meta({ description: 'Whether that is the host of the site address.' }),
    createdAt: timestamp('When it was registered.'),
    lastUsedAt: timestamp('When it was last used; null: never.').nullable(),
  })
  .meta({ id: 'Passkey' });
export const passkeyList = z.object({
  ok,
  host: z
    .string()
    .nullable()
    .meta({
      description: 'The host of new passkeys; null: the site address allows none.',
      examples: ['blog.example'],
    }),
  passkeys: z.array(passkey).meta({ description: 'The passkeys, oldest first.' }),
});
export const onePasskey = z.object({ ok, passkey });
export const removed = z.object({ ok, id: z.string().meta(id) });

export type PasskeyShape = z.output<typeof passkey>;
export type Registration = z.output<typeof registration>;
export type Assertion = z.output<typeof assertion>;
