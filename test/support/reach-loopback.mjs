// Loaded before a service by tests of what it fetches: 127.0.0.9 counts as an address of the Internet. All other
// addresses of this machine stay private.
import { BlockList } from 'node:net';

const { check } = BlockList.prototype;
BlockList.prototype.check = function isPrivate(address, family) {
  return address !== '127.0.0.9' && check.call(this, address, family);
};
