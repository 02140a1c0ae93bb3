/** How long each step may take, in milliseconds. */
const CONNECT_TIMEOUT = 10_000;
const SILENCE_TIMEOUT = 30_000;
/** How long a connection without a mail is kept, in milliseconds. */
const IDLE_TIMEOUT = 5_000;

/**
 * Opens the connections to the mail server. The library is loaded with the first mail.
 *
 * @param server SMTP_URL: `smtp://user:password@host:587`, or `smtps://` for TLS from the first byte
 */
export async function openTransport(server: URL) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    ...connectionTo(server),
    pool: true,
    maxConnections: 1,
    // The queue of jobs retries.
    maxRequeues: 0,
    idleTimeout: IDLE_TIMEOUT,
    dnsTimeout: CONNECT_TIMEOUT,
    connectionTimeout: CONNECT_TIMEOUT,
    greetingTimeout: CONNECT_TIMEOUT,
    socketTimeout: SILENCE_TIMEOUT,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function connectionTo({ protocol, hostname, port, username, password }: URL) {
  const isTls = protocol === 'smtps:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host);
  const hasPassword = username !== '';
  return {
    host,
    port: Number(port) || (isTls ? 465 : 587),
    secure: isTls,
    // On this machine nobody eavesdrops, and certificates rarely match; elsewhere no password is sent unencrypted.
    ignoreTLS: isLocal && !isTls,
    requireTLS: hasPassword && !isLocal && !isTls,
    ...(hasPassword && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  };
}
