/**
 * How many connections may wait to be accepted; the system may allow fewer (`net.core.somaxconn`). With the 511 of Node,
 * some of 500 clients that connect at once waited a second for TCP to try again.
 */
export const BACKLOG = 4096;
