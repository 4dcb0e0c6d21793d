import { readFileSync } from 'node:fs'

/**
 * The version in the package's own package.json, which lies one folder above the source and the bundle alike.
 */
export function programVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  const { version }: { version?: unknown } = JSON.parse(text)
  return typeof version === 'string' ? version : '0.0.0'
}
