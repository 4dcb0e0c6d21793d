import { ALL_FORMATS, formatFor } from '../all.ts'
import type { Format, Recognition } from '../format.ts'

export type RecognisedFormat = Recognition & { readonly format: Format }

/**
 * Returns the possible formats of a file, by its name and first bytes, the most certain first. Empty if there
 * are none, or the file is known to belong to another tool.
 */
export function recogniseFile(path: string, bytes: Uint8Array): readonly RecognisedFormat[] {
  const guess = formatFor(path)
  if (guess.format === null && guess.reason === 'other-tool-file') return []
  return rank(path, headOf(bytes))
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

/**
 * Decodes the start of a file, with replacement characters if necessary, because it is only used to recognize
 * the format.
 */
function headOf(bytes: Uint8Array): string {
  const head = bytes.subarray(0, HEAD_BYTES)
  const charset =
    head[0] === 0xff && head[1] === 0xfe
      ? 'utf-16le'
      : head[0] === 0xfe && head[1] === 0xff
        ? 'utf-16be'
        : 'utf-8'
  return new TextDecoder(charset).decode(head)
}

function rank(path: string, head: string): readonly RecognisedFormat[] {
  return ALL_FORMATS.map((format) => ({ format, ...format.recognise(path, head) }))
    .filter(({ certainty }) => certainty > 0)
    .toSorted((a, b) => b.certainty - a.certainty)
}
