import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** An authenticator in software, with one resident key (ES256). */
export interface Authenticator {
  credentialId: string;
  /** The counter of the last signature. */
  counter: number;
  /** What `navigator.credentials.create` returns for these options. */
  register(options: { challenge: string; rp: { id: string } }, more?: Facts): object;
  /** What `navigator.credentials.get` returns for these options. */
  assert(options: { challenge: string; rpId: string }, more?: Facts): object;
}

interface Facts {
  /** The origin that the browser reports; default: HTTPS on the host of the options. */
  origin?: string;
  /** Whether the owner was verified, such as by a PIN; default: true. */
  isVerified?: boolean;
  /** The counter to sign with; default: the next one. */
  counter?: number;
}

/** A new authenticator. @param countsSignatures false as for keys that are synchronised between devices */
export function createAuthenticator(countsSignatures = true): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  const authenticator: Authenticator = {
    credentialId: id.toString('base64url'),
    counter: 0,
    register({ challenge, rp }, { origin = `https://${rp.id}`, isVerified = true } = {}) {
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseOf(publicKey)]);
      const authData = Buffer.concat([authDataOf(rp.id, 0x40, isVerified, 0), credential]);
      return {
        ...named(authenticator.credentialId),
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
          attestationObject: attestationOf(authData).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    assert({ challenge, rpId }, { origin = `https://${rpId}`, isVerified = true, counter } = {}) {
      authenticator.counter = counter ?? (countsSignatures ? authenticator.counter + 1 : 0);
      const client = clientData('webauthn.get', challenge, origin);
      const authData = authDataOf(rpId, 0, isVerified, authenticator.counter);
      const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey);
      return {
        ...named(authenticator.credentialId),
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      };
    },
  };
  return authenticator;
}

function named(id: string) {
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {} };
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function authDataOf(rpId: string, flags: number, isVerified: boolean, counter: number): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags | 1 | (isVerified ? 4 : 0)]), count]);
}

/** CBOR of `{ fmt: 'none', attStmt: {}, authData }`. */
function attestationOf(authData: Buffer): Buffer {
  const length = Buffer.from([0x59, authData.length >> 8, authData.length & 255]);
  return Buffer.concat([
    Buffer.from([0xa3, 0x63]),
    Buffer.from('fmt'),
    Buffer.from([0x64]),
    Buffer.from('none'),
    Buffer.from([0x67]),
    Buffer.from('attStmt'),
    Buffer.from([0xa0, 0x68]),
    Buffer.from('authData'),
    length,
    authData,
  ]);
}

/** The public key as COSE: `{ 1: 2, 3: -7, -1: 1, -2: x, -3: y }`. */
function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const bytes = (text: string) => Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(text, 'base64url')]);
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]);
  return Buffer.concat([head, bytes(x), Buffer.from([0x22]), bytes(y)]);
}

function sha256(data: Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}
