import { parseTag, tagFromPath } from '@dragoman/core'
import { UsageError } from './terminal.ts'

/** Returns the language of an option, also as file names spell it (`en_US`); null if it is not given. Throws UsageError. */
export function languageOption(options: ReadonlyMap<string, string>, name: string): string | null {
  const text = options.get(name)
  if (text === undefined) return null
  const parsed = parseTag(text)
  const tag = parsed.ok ? parsed.tag : tagFromPath(text)
  if (tag === null)
    throw new UsageError(`${name} is "${text}". It must be a language code such as de or pt-BR.`)
  return tag
}
