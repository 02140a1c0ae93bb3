import { request as open, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A response as received. */
export interface RawAnswer {
  status: number;
  /** By lower-case name. */
  headers: Record<string, string>;
  text: string;
}

/**
 * Sends bytes to a service and reads until it closes the connection.
 *
 * @param parts the request, with CRLF line ends
 * @returns all responses
 */
export async function sendRaw(url: string, ...parts: (string | Uint8Array)[]): Promise<RawAnswer[]> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  for (const part of parts) socket.write(part);
  return parseAnswers(await buffer(socket));
}

/** The lines of a request: `request('GET /x HTTP/1.1', 'Host: a')`, with Connection: close. */
export function request(line: string, ...headers: string[]): string {
  return [line, ...headers, 'Connection: close', '', ''].join('\r\n');
}

/** Splits received bytes into responses; those to HEAD have no body, so request them alone. */
export function parseAnswers(bytes: Buffer): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) throw new Error(`This is no HTTP answer: ${rest.toString('latin1').slice(0, 200)}`);
    const [line = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n');
    const headers = Object.fromEntries(lines.map((one) => one.split(/:\s*(.*)/s).slice(0, 2)).map(lowered));
    const length = Number(headers['content-length'] ?? 0);
    const body = rest.subarray(end + 4, end + 4 + length);
    rest = rest.subarray(end + 4 + length);
    answers.push({ status: Number(line.split(' ')[1]), headers, text: body.toString('utf8') });
  }
  return answers.filter(({ status }) => status !== 100);
}

function lowered([name = '', value = '']: string[]): [string, string] {
  return [name.toLowerCase(), value];
}

/** Reads without fetch, which decompresses responses. */
export function readEncoded(url: string, headers: Record<string, string>) {
  return new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    open(url, { headers }, async (response) => {
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) });
    })
      .on('error', reject)
      .end();
  });
}
