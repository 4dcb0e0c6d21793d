import { parseJson } from '../rows.ts'
import type { GitPlace, SourcePlace } from '../source-types.ts'

/**
 * Returns the place of a source's files as stored in its row. The same place always results in the same text,
 * so that rows can be compared by it.
 */
export function sourceSettings(place: SourcePlace): string {
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

export function sourcePlace({
  kind,
  settings,
}: {
  readonly kind: string
  readonly settings: string
}): SourcePlace {
  switch (kind as SourcePlace['kind']) {
    case 'folder':
      return { kind: 'folder', folder: parseJson<{ readonly folder: string }>(settings).folder }
    case 'git':
      return { kind: 'git', ...parseJson<Omit<GitPlace, 'kind'>>(settings) }
    default:
      throw new Error(`The kind of source ${kind} is not known`)
  }
}
