import { type LookupAddress, lookup } from 'node:dns';
import { BlockList, isIPv6, type LookupFunction } from 'node:net';

const ownAddresses = new BlockList();
ownAddresses.addSubnet('127.0.0.0', 8, 'ipv4');
ownAddresses.addSubnet('0.0.0.0', 8, 'ipv4');
ownAddresses.addSubnet('169.254.0.0', 16, 'ipv4');
ownAddresses.addAddress('::1', 'ipv6');
ownAddresses.addAddress('::', 'ipv6');
ownAddresses.addSubnet('fe80::', 10, 'ipv6');
ownAddresses.addSubnet('::ffff:127.0.0.0', 104, 'ipv6');
ownAddresses.addSubnet('::ffff:169.254.0.0', 112, 'ipv6');

/** Whether an address is of this machine itself or its link: loopback, link-local, unspecified. */
function isOwnAddress(address: string): boolean {
  return ownAddresses.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/**
 * Looks up a name for a connection, and fails where a name other than `localhost` leads to this machine: whoever owns
 * the name of an allowed origin decides where it leads, and may mean a service of the host.
 */
export const guardedLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, '', 0);
    const found = addresses as readonly LookupAddress[];
    const isLocalName = hostname === 'localhost' || hostname.endsWith('.localhost');
    const refused = isLocalName ? undefined : found.find(({ address }) => isOwnAddress(address));
    const [first] = found;
    if (refused !== undefined || first === undefined) {
      return callback(new Error(`${hostname} leads to ${refused?.address ?? 'no address'}`), '', 0);
    }
    if (options.all === true) return callback(null, [...found]);
    return callback(null, first.address, first.family);
  });
};
