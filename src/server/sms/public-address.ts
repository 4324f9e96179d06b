import { BlockList, isIP } from "node:net";

/** Networks that are not the public internet: this machine, private ones, and those that stand for others (RFC 6890). */
const NOT_PUBLIC = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  NOT_PUBLIC.addSubnet(network, bits, "ipv4");

/** Global unicast, without what embeds or documents other addresses. */
const PUBLIC_6 = new BlockList();
PUBLIC_6.addSubnet("2000::", 3, "ipv6");
const NOT_PUBLIC_6 = new BlockList();
for (const [network, bits] of [
  ["2001::", 32],
  ["2001:db8::", 32],
  ["2002::", 16],
] as const)
  NOT_PUBLIC_6.addSubnet(network, bits, "ipv6");

/** True for an IP address that anybody on the internet reaches. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !NOT_PUBLIC.check(address, "ipv4");
  return family === 6 && PUBLIC_6.check(address, "ipv6") && !NOT_PUBLIC_6.check(address, "ipv6");
}
