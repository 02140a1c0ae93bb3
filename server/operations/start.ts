/** Starts the service in this process. Undefined options are read from the environment. */
export async function startServer(options: {
  port: string | undefined;
  host: string | undefined;
  site: 'threads' | undefined;
}): Promise<void> {
  if (options.port !== undefined) process.env['PORT'] = options.port;
  if (options.host !== undefined) process.env['HOST'] = options.host;
  if (options.site !== undefined) process.env['SITE'] = options.site;
  await import('../main.ts');
}
