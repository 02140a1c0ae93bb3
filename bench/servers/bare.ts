// Bare node:http that hands out one answer from memory: what Octavo is measured by.
import { serve } from './channel.ts';
import type { Constant } from './constant.ts';

serve(({ status, headers, body }: Constant) => {
  const bytes = Buffer.from(body, 'base64');
  return (_req, res) => {
    res.writeHead(status, headers);
    res.end(bytes);
  };
});
