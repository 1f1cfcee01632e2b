import { BlockList, isIP } from 'node:net'

const INSIDE = new BlockList()
const IPV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const
const IPV6 = [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const
for (const [net, prefix] of IPV4) INSIDE.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of IPV6) INSIDE.addSubnet(net, prefix, 'ipv6')

/**
 * Whether an address is of this machine or of the network it is in, as far as it says so itself:
 * no name is looked up.
 */
export function isInside({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/g, '')
  const version = isIP(host)
  if (version === 0) return /(^|\.)localhost$/.test(host)
  return INSIDE.check(host, version === 4 ? 'ipv4' : 'ipv6')
}
