import type { ChannelSettings } from '@dragoman/core'
import { type Format, formatById } from '@dragoman/formats'
import type { ChannelRow, ProjectRow } from '@dragoman/store'

/** Returns the channel's format for files with this extension, or null. */
export function formatWithExtension(ids: readonly string[], extension: string): Format | null {
  for (const id of ids) {
    const format = formatById(id)
    if (format?.extensions.includes(extension)) return format
  }
  return null
}

/** Whether files of the format also contain the texts of the source language. */
export function holdsSources({ languages }: Pick<Format, 'languages'>): boolean {
  return languages !== 'one'
}

/** Returns why a channel cannot serve files in these formats; null if it can. */
export function formatsFault(ids: readonly string[]): 'unknown-format' | 'same-extension' | null {
  const seen = new Set<string>()
  for (const id of ids) {
    const format = formatById(id)
    if (format === null) return 'unknown-format'
    if (format.extensions.some((extension) => seen.has(extension))) return 'same-extension'
    for (const extension of format.extensions) seen.add(extension)
  }
  return null
}

/** Returns the extension under which files of each format of a channel are published. */
export function extensionsOf({ formats }: Pick<ChannelSettings, 'formats'>): readonly string[] {
  return formats.flatMap((id) => formatById(id)?.extensions[0] ?? [])
}

/** Whether the content of the channel's files can depend on texts of other languages. */
export function hasOtherLanguages(project: ProjectRow, { kind, settings }: ChannelRow): boolean {
  const { fallback, holdsErrors, formats } = settings
  if (kind === 'pseudo' || holdsErrors || (fallback ?? project.settings.deliverFallback)) return true
  return formats.some((id) => holdsSources(formatById(id) ?? { languages: 'one' }))
}

export const JSON_EXTENSION = '.json'
const TYPES: Readonly<Record<string, string>> = {
  [JSON_EXTENSION]: 'application/json; charset=utf-8',
  '.arb': 'application/json; charset=utf-8',
  '.xcstrings': 'application/json; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.yml': 'application/yaml; charset=utf-8',
  '.yaml': 'application/yaml; charset=utf-8',
  '.toml': 'application/toml; charset=utf-8',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/**
 * Returns the media type. XML is plain text for anyone who opens the URL: markup in a translation must not
 * become a page of ours.
 */
export function contentTypeOf(extension: string): string {
  return TYPES[extension] ?? 'text/plain; charset=utf-8'
}
