import { z } from 'zod';

const clientData = z.object({ challenge: z.string().min(1).max(200) });

/** The challenge that a browser signed, from its client data in base64url; null if there is none. */
export function readChallenge(clientDataJson: string): string | null {
  try {
    return clientData.parse(JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8'))).challenge;
  } catch {
    return null;
  }
}
