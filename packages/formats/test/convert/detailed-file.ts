import type { FidelityCode } from '../../src/index.ts'

/** Data that a file can contain in addition to its texts. */
export type Detail = {
  /** The key that it belongs to; null: the file. */
  readonly of: string | null
  readonly raw: string
  /** The codes that a report can use for its loss. */
  readonly lost: readonly FidelityCode[]
  /** Matches every file that still contains it. */
  readonly kept: RegExp
}

/** A file in pieces: fixed ones, and optional details. */
export type DetailedFile = {
  readonly pieces: readonly (string | Detail)[]
  /** Returns the bytes of the file if they are not simply the text. */
  readonly pack?: (text: string) => Uint8Array
}

/** `file()` followed by a template whose placeholders are details. */
export function file(pack?: DetailedFile['pack']) {
  return ({ raw }: TemplateStringsArray, ...details: readonly Detail[]): DetailedFile => ({
    pieces: raw.flatMap((text, i) => [text, ...details.slice(i, i + 1)]),
    ...(pack === undefined ? {} : { pack }),
  })
}

/**
 * A detail of a key. It contains a word that occurs nowhere else, such as `zqnote` or a number from 900000,
 * unless `kept` finds it.
 */
export function detail(of: string, raw: string, lost: FidelityCode = 'details-lost', kept?: RegExp): Detail {
  return { of, raw, lost: [lost], kept: kept ?? markOf(raw) }
}

export function comment(of: string, raw: string): Detail {
  return { of, raw, lost: ['comment-lost', 'details-lost'], kept: markOf(raw) }
}

/** A state of the work: whether it is a draft can be kept although the exact word is lost. */
export function state(of: string, raw: string, kept: RegExp): Detail {
  return { of, raw, lost: ['state-lost', 'details-lost'], kept }
}

/** A detail of the file. In a file with one key, details belong to the key. */
export function ofFile(raw: string, kept?: RegExp): Detail {
  return { of: null, raw, lost: ['file-details-lost'], kept: kept ?? markOf(raw) }
}

function markOf(raw: string): RegExp {
  const [mark] = /zq\w+|9\d{5}/.exec(raw) ?? []
  if (mark === undefined) throw new Error(`Nothing in this detail distinguishes it from others: ${raw}`)
  return new RegExp(mark)
}
