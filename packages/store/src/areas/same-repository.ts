const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'ssh:': '22', 'http:': '80', 'https:': '443' }

/**
 * Whether two addresses are of one repository: transport, user, default port and `.git` make no difference, as with
 * `https://host/team/app` and `ssh://git@host/team/app.git`.
 */
export function isSameRepository(one: string, other: string): boolean {
  return one === other || identityOf(one) === identityOf(other)
}

function identityOf(address: string): string {
  if (!URL.canParse(address)) return address
  const { protocol, hostname, port, pathname } = new URL(address)
  // The host of an SSH address keeps its case.
  const host = hostname.toLowerCase().replace(/\.$/, '')
  const place = port === '' || port === DEFAULT_PORTS[protocol] ? host : `${host}:${port}`
  return `${place}/${pathname.replace(/^\/+|\/+$/g, '').replace(/\.git$/, '')}`
}
