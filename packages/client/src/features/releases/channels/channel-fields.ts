import { isFailure } from '@dragoman/contract'
import { isOrigin } from '@dragoman/core'

/** A format, as far as the form of a channel needs it. */

type Known = { readonly id: string; readonly extensions: readonly string[] }

/** Returns the extension of a format's files in URLs; that of i18next until the formats are loaded. */
export function extensionOf(id: string, known: readonly Known[]): string {
  return known.find((format) => format.id === id)?.extensions[0] ?? '.json'
}

/** Adds a format and removes those that share an extension with it: apps choose a format by extension. */
export function withFormat(
  chosen: readonly string[],
  added: string,
  known: readonly Known[],
): readonly string[] {
  const extensions = (id: string) => known.find((format) => format.id === id)?.extensions ?? []
  const taken = new Set(extensions(added))
  return [...chosen.filter((id) => !extensions(id).some((extension) => taken.has(extension))), added]
}

/** Returns lines as origins: without spaces, capitals and the trailing slash that address bars add. */
export function originsOf(lines: string): readonly string[] {
  const typed = lines.split('\n').map((line) => line.trim().toLowerCase().replace(/\/$/, ''))
  return [...new Set(typed.filter((line) => line !== ''))]
}

/** Returns the first that no browser sends as an origin; null if all are valid. */
export function wrongOrigin(origins: readonly string[]): string | null {
  return origins.find((origin) => !isOrigin(origin)) ?? null
}

/** Whether a setting was refused; the settings of a new channel are a part of the request. */
export function isRefused(error: unknown, setting: string): boolean {
  return (
    isFailure(error, 'invalid-input') &&
    error.fields.some(({ pointer }) => pointer.split('/').includes(setting))
  )
}

/** Returns choices of seconds, including the current value, which programs set freely. */
export function secondsToChoose(usual: readonly number[], now: number): readonly number[] {
  return [...new Set([...usual, now])].sort((one, other) => one - other)
}
