import { type Format, isWhole, type View } from '@dragoman/formats'
import type { MergedTexts } from './base-of-return.ts'
import { isSameText, namesChanged } from './edits-between.ts'
import type { PushedFile } from './push-on-target.ts'

type FileOnTarget = {
  readonly format: Format
  /** One view per language of the file. */
  readonly views: readonly View[]
  /** The file as both sides last had it, and as the target has it now. */
  readonly upstream: Uint8Array
  readonly now: Uint8Array
}

/**
 * Returns the texts of our last push that the target contains, although others have changed some of them: all that the
 * push changed, or, if the target is only known to have the same as the branch with commits of others, those of them.
 * Not those that the target had changed before: people resolve these. Null if there are none.
 */
export function textsMerged(
  { format, views, upstream, now }: FileOnTarget,
  { before, pushed, onTop, isContained }: PushedFile,
): MergedTexts | null {
  if (before === null || pushed === null) return null
  const texts = new Map<string, ReadonlySet<string>>()
  for (const view of views) {
    const read = (bytes: Uint8Array) => format.read(bytes, view)
    const [was, ours, known, has] = [read(before), read(pushed), read(upstream), read(now)]
    if (![was, ours, known, has].every(isWhole)) continue
    const theirs = onTop && read(onTop)
    const isOfTop = (name: string) =>
      theirs !== null && isSameText(name, theirs, has) && !isSameText(name, theirs, ours)
    const names = namesChanged(was, ours).filter(
      (name) => isSameText(name, known, was) && (isContained || isOfTop(name)),
    )
    if (names.length > 0) texts.set(view.language, new Set(names))
  }
  return texts.size === 0 ? null : { bytes: pushed, texts }
}
