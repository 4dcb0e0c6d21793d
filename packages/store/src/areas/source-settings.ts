import { parseJson } from '../rows.ts'
import type { GitLocation, SourceLocation } from '../source-types.ts'

/**
 * Returns the place of a source's files as stored in its row. The same place always results in the same text,
 * so that rows can be compared by it.
 */
export function sourceSettings(place: SourceLocation): string {
  switch (place.kind) {
    case 'folder':
      return JSON.stringify({ folder: place.folder })
    case 'git':
      return JSON.stringify({
        repository: place.repository,
        branch: place.branch,
        ...(place.into && { into: place.into }),
      })
    default:
      return place satisfies never
  }
}

export function sourceLocation({
  kind,
  settings,
}: {
  readonly kind: string
  readonly settings: string
}): SourceLocation {
  switch (kind as SourceLocation['kind']) {
    case 'folder':
      return { kind: 'folder', folder: parseJson<{ readonly folder: string }>(settings).folder }
    case 'git':
      return { kind: 'git', ...parseJson<Omit<GitLocation, 'kind'>>(settings) }
    default:
      throw new Error(`The kind of source ${kind} is not known`)
  }
}
