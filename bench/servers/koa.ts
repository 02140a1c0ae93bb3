// Bare Koa that hands out one answer from memory.
import Koa from 'koa';

import { serve } from './channel.ts';
import type { Constant } from './constant.ts';

serve(({ status, headers, body }: Constant) => {
  const bytes = Buffer.from(body, 'base64');
  const fields = Object.fromEntries(
    headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1] ?? '']] : [])),
  );
  const app = new Koa();
  app.use((ctx) => {
    ctx.status = status;
    ctx.set(fields);
    ctx.body = bytes;
  });
  const listener = app.callback();
  return (req, res) => void listener(req, res);
});
