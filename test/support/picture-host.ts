import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The host of the images in sample posts, which only the browsers of tests know; `broken` is not an image. */
export const PICTURES = 'http://pictures.example';

/** Starts the host of `PICTURES`, until the process ends. @returns how a browser finds it, for `launchChromium` */
export async function startPictureHost(): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    response.writeHead(200, { 'content-type': 'image/svg+xml' });
    response.end(url.includes('broken') ? 'no picture' : PICTURE);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return `MAP ${new URL(PICTURES).hostname}:80 127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900"><rect width="1600" height="900" fill="#789"/></svg>`;
