import { UsageError } from '../terminal.ts'

/** Returns the origin of a server URL. Throws UsageError if it is not a URL or not encrypted. */
export function readServerAddress(text: string, named = 'the server'): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(`"${text}" is not an address of ${named}, such as https://l10n.example.com.`)
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url.protocol === 'http:' && !isHere)
    throw new UsageError(`A token is not sent to ${url.host} without encryption. Use https.`)
  return url.origin
}
