import { type Format, isWhole, type View } from '@dragoman/formats'
import type { SentTexts, SentVersion } from '@dragoman/store'
import { isSameText, namesChanged, withTextsOf } from './edits-between.ts'

export type ReturnedFile = {
  readonly format: Format
  /** One view per language of the file. */
  readonly views: readonly View[]
  /** The file as both sides last had it, as the branch has it now, and as it was sent, newest first. */
  readonly upstream: Uint8Array
  readonly now: Uint8Array
  readonly sent: readonly SentVersion[]
  /** Texts of our last push that the branch contains, even if others have changed them since; null if there are none. */
  readonly merged: MergedTexts | null
}

/** The file as it was pushed, and names of its entries by language. */
export type MergedTexts = { readonly bytes: Uint8Array; readonly texts: SentTexts }

export type BaseOfReturn = {
  readonly base: Uint8Array
  /** Whether the branch has a sent version of the file in which every changed text is ours. */
  readonly isAllOurs: boolean
  /** What can still come back of versions that have come back in part. */
  readonly left: readonly { readonly number: number; readonly texts: SentTexts }[]
}

/**
 * Returns what both sides last agreed on for a file that the branch has changed: the last common version,
 * with the texts that are as we sent them. These came from here, through a merged pull request or a push
 * whose result was lost, so no one else has changed them. Texts that others have changed after they merged ours have
 * our version as their base. Each comes back only once: if it appears again later, someone else put it there.
 */
export function baseOfReturn({ format, views, upstream, now, sent, merged }: ReturnedFile): BaseOfReturn {
  const left = new Map(sent.map(({ number, texts }) => [number, copyOf(texts)]))
  const returned = new Set<number>()
  let base = upstream
  let isAllOurs = sent.some(({ bytes }) => Buffer.compare(bytes, now) === 0)
  for (const view of views) {
    const read = (bytes: Uint8Array) => format.read(bytes, view)
    const from = read(now)
    const versions = sent
      .map((version) => ({ ...version, document: read(version.bytes) }))
      .filter(({ document }) => isWhole(document))
    const isOurs = (name: string) =>
      versions.some(
        ({ texts, document }) =>
          (texts === null || texts.get(view.language)?.has(name)) && isSameText(name, document, from),
      )
    base = withTextsOf(base, { format, view, from, isTaken: isOurs })
    const names = merged?.texts.get(view.language)
    if (merged !== null && names !== undefined) {
      const isTaken = (name: string) => names.has(name) && !isOurs(name)
      base = withTextsOf(base, { format, view, from: read(merged.bytes), isTaken })
    }
    if (!isWhole(from)) continue
    isAllOurs &&= namesChanged(read(base), from).length === 0
    for (const [index, { texts, document }] of versions.entries())
      for (const name of texts?.get(view.language) ?? [])
        if (names?.has(name) || isSameText(name, document, from))
          // Texts that were sent instead of it earlier do not come back either.
          for (const { number } of versions.slice(index))
            if (left.get(number)?.get(view.language)?.delete(name)) returned.add(number)
  }
  return {
    base,
    isAllOurs,
    left: [...left].flatMap(([number, texts]) =>
      texts !== null && returned.has(number) ? [{ number, texts }] : [],
    ),
  }
}

function copyOf(texts: SentTexts | null): Map<string, Set<string>> | null {
  return texts && new Map([...texts].map(([language, names]) => [language, new Set(names)]))
}
