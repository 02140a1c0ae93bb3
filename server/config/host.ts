/** The host of the URL at which a service that listens on HOST is reached from this machine. */
export function shownHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  return host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
}

/** The path of the Unix socket that HOST names; null for an IP address or a host name. */
export function unixSocketOf(host: string): string | null {
  return /^unix:(.*)$/s.exec(host)?.[1] ?? null;
}
