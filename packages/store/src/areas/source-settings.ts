import { parseJson } from '../rows.ts'
import type { SourcePlace } from '../source-types.ts'

/**
 * Where the files of a source are, as its row keeps it beside the kind. The same place is always the same
 * text, so that rows can be compared by it.
 */
export function sourceSettings(place: SourcePlace): string {
  switch (place.kind) {
    case 'folder':
      return JSON.stringify({ folder: place.folder })
    default:
      return place.kind satisfies never
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
    default:
      throw new Error(`The kind of source ${kind} is not known`)
  }
}
