import ipaddr from 'ipaddr.js'

type Address = ReturnType<typeof ipaddr.parse>

/** Places on private networks that the operator allows (DRAGOMAN_ALLOW_PRIVATE_NETWORKS). */
export type AllowedAddresses = {
  readonly networks: readonly (readonly [Address, number])[]
  /** Host names in lowercase, whatever address they have. */
  readonly hosts: ReadonlySet<string>
}

export const NO_ALLOWED_ADDRESSES: AllowedAddresses = { networks: [], hosts: new Set() }

/** All allocated IPv6 addresses; the rest are reserved, local or forms of IPv4. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')
/** Azure's service that provides machines with their secrets has a public address. */
const METADATA = new Set(['168.63.129.16'])

/**
 * Whether a request can go to this address of this host: a public one, or one that the operator allows.
 * Anything that is not a valid address is refused.
 */
export function mayConnectTo(address: string, host: string, allowed: AllowedAddresses): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address) // converts IPv4-mapped IPv6 to IPv4
  if (allowed.hosts.has(host)) return true
  if (allowed.networks.some((network) => isWithin(parsed, network))) return true
  if (parsed.range() !== 'unicast' || METADATA.has(parsed.toString())) return false
  return parsed.kind() === 'ipv4' || isWithin(parsed, GLOBAL_IPV6)
}

/** Reads one entry of the setting: a network, an address or a host name; null if it is none of them. */
export function readAllowedAddress(
  text: string,
): { readonly network: readonly [Address, number] } | { readonly host: string } | null {
  if (ipaddr.isValidCIDR(text)) return { network: ipaddr.parseCIDR(text) }
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return { network: [ipaddr.parse(text), 32] }
  if (ipaddr.IPv6.isValid(text)) return { network: [ipaddr.parse(text), 128] }
  const isName = text.split('.').every((label) => /^[a-z\d-]{1,63}$/i.test(label))
  // The last part of a name starts with a letter: 10.1 and 0x7f.1 are short forms of addresses.
  return isName && /(^|\.)[a-z][^.]*$/i.test(text) ? { host: text.toLowerCase() } : null
}

function isWithin(address: Address, [network, length]: readonly [Address, number]): boolean {
  return address.kind() === network.kind() && address.match(network, length)
}
