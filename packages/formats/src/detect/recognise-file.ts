import { ALL_FORMATS, formatFor } from '../all.ts'
import type { Format, Recognition } from '../format.ts'
import { decodeHead } from './folder-content.ts'

export type RecognisedFormat = Recognition & { readonly format: Format }

/**
 * Returns the possible formats of a file, by its name and first bytes, the most certain first. Empty if there
 * are none, or the file is known to belong to another tool.
 */
export function recogniseFile(path: string, bytes: Uint8Array): readonly RecognisedFormat[] {
  const guess = formatFor(path)
  if (guess.format === null && guess.reason === 'other-tool-file') return []
  return rank(path, decodeHead(bytes.subarray(0, HEAD_BYTES)))
}

/** Returns the format of a new file by its name alone; null if the name is not enough. */
export function formatOfNewFile(path: string): Format | null {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  const fitting = rank(path, '').filter(({ format }) =>
    format.extensions.some((extension) => name.endsWith(extension)),
  )
  const guess = formatFor(path)
  return fitting[0]?.format ?? guess.format
}

const HEAD_BYTES = 16 * 1024

function rank(path: string, head: string): readonly RecognisedFormat[] {
  return ALL_FORMATS.map((format) => ({ format, ...format.recognise(path, head) }))
    .filter(({ certainty }) => certainty > 0)
    .toSorted((a, b) => b.certainty - a.certainty)
}
