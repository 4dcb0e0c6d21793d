import { readFileSync } from 'node:fs'

/**
 * Returns the version in the package's package.json, which is one folder above both the source and the
 * bundle.
 */
export function programVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  const { version }: { version?: unknown } = JSON.parse(text)
  return typeof version === 'string' ? version : '0.0.0'
}
