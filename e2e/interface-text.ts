import { readFileSync } from 'node:fs'
import path from 'node:path'

const locales = path.resolve(import.meta.dirname, '../packages/client/public/locales')
const files = new Map<string, unknown>()

/**
 * Returns a text of the interface by its key (`files:keepThis`), so that tests follow changes of wording.
 * Throws if there is none, or if a value is missing: a test must not look for a text that is never shown.
 */
export function say(
  address: string,
  params: Readonly<Record<string, string | number>> = {},
  language = 'en',
): string {
  const [namespace = '', key = ''] = address.split(':')
  let found: unknown = contentOf(language, namespace)
  for (const part of key.split('.'))
    found = typeof found === 'object' && found !== null ? Reflect.get(found, part) : undefined
  if (typeof found !== 'string') throw new Error(`The interface has no text "${address}" in ${language}.`)
  return found.replace(/\{\{\s*-?\s*(\w+)[^}]*\}\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`The text "${address}" needs a value for "${name}".`)
    return String(value)
  })
}

function contentOf(language: string, namespace: string): unknown {
  const file = path.join(locales, language, `${namespace}.json`)
  if (!files.has(file)) files.set(file, JSON.parse(readFileSync(file, 'utf8')))
  return files.get(file)
}
