import type { FidelityCode } from '../../src/index.ts'

/** Something that a file may say beside its texts. */
export type Detail = {
  /** The key that it is said of; null: the file. */
  readonly of: string | null
  readonly raw: string
  /** What a report may call its loss. */
  readonly lost: readonly FidelityCode[]
  /** Found in every file that still says it. */
  readonly kept: RegExp
}

/** A file in pieces: what must be there, and details that may be. */
export type DetailedFile = {
  readonly format: string
  readonly pieces: readonly (string | Detail)[]
  /** Makes the bytes where they are not the text. */
  readonly pack?: (text: string) => Uint8Array
}

/** `file('csv')` followed by a template whose placeholders are details. */
export function file(format: string, pack?: DetailedFile['pack']) {
  return ({ raw }: TemplateStringsArray, ...details: readonly Detail[]): DetailedFile => ({
    format,
    pieces: raw.flatMap((text, i) => [text, ...details.slice(i, i + 1)]),
    ...(pack === undefined ? {} : { pack }),
  })
}

/**
 * A detail of a key. What it says has a word that stands nowhere else, as `zqnote` or a number from 900000,
 * unless `kept` says how to find it.
 */
export function detail(of: string, raw: string, lost: FidelityCode = 'details-lost', kept?: RegExp): Detail {
  return { of, raw, lost: [lost], kept: kept ?? markOf(raw) }
}

export function comment(of: string, raw: string): Detail {
  return { of, raw, lost: ['comment-lost', 'details-lost'], kept: markOf(raw) }
}

/** A state of the work: whether it is a draft may be kept where the exact word is lost. */
export function state(of: string, raw: string, kept: RegExp): Detail {
  return { of, raw, lost: ['state-lost', 'details-lost'], kept }
}

/** A detail of the file. A file of one key tells of its own with the key. */
export function ofFile(raw: string, kept?: RegExp): Detail {
  return { of: null, raw, lost: ['file-details-lost'], kept: kept ?? markOf(raw) }
}

function markOf(raw: string): RegExp {
  const [mark] = /zq\w+|9\d{5}/.exec(raw) ?? []
  if (mark === undefined) throw new Error(`Nothing in this detail tells it from others: ${raw}`)
  return new RegExp(mark)
}
