import type { Format, View } from '@dragoman/formats'
import type { TargetVersions } from '../send/request-branch.ts'
import { isSameText, withTextsOf } from './edits-between.ts'

export type VersionsToMerge = {
  readonly format: Format
  /**
   * One part per language of the file. `kept`: names of entries that stay as the file has them now, even if
   * others changed them.
   */
  readonly parts: readonly { readonly view: View; readonly kept: ReadonlySet<string> }[]
  /** The file as we sent it, and as others changed it on the branch of our pull request. */
  readonly sent: Uint8Array
  readonly theirs: Uint8Array
  /** The file as it was last synced, and as it is read now. */
  readonly base: Uint8Array
  readonly now: Uint8Array
}

/**
 * Returns the versions to compare the catalog with, so that it takes exactly what others changed on the
 * branch of our pull request. A text that they left alone is in both versions as the file has it now. That
 * can differ from what was sent, for example if the target changed it too and no one has resolved the
 * conflict yet.
 */
export function mergeForeign({ format, parts, sent, theirs, base, now }: VersionsToMerge): {
  readonly base: Uint8Array
  readonly theirs: Uint8Array
} {
  let before = sent
  let after = theirs
  for (const { view, kept } of parts) {
    const [wasSent, has] = [format.read(sent, view), format.read(theirs, view)]
    const isLeftAlone = (name: string) => isSameText(name, wasSent, has)
    const taken = { format, view, isTaken: (name: string) => kept.has(name) || isLeftAlone(name) }
    before = withTextsOf(before, { ...taken, from: format.read(base, view) })
    after = withTextsOf(after, { ...taken, from: format.read(now, view) })
  }
  return { base: before, theirs: after }
}

/**
 * Adds to a file as we sent it the texts of the branch of our pull request that the target has changed to the same, so that
 * they do not count as changed by others: they came with a merge of the target, or have reached it since. A text of ours
 * that they changed back to that of the target does. `upstream`: the file as the target has it now.
 */
export function withTextsOfTarget(
  sent: Uint8Array,
  {
    format,
    views,
    theirs,
    target: { before, after },
    upstream,
  }: {
    readonly format: Format
    readonly views: readonly View[]
    readonly theirs: Uint8Array
    readonly target: TargetVersions
    readonly upstream: Uint8Array | null
  },
): Uint8Array {
  if (after === null) return sent
  let versions = sent
  for (const view of views) {
    const [from, has] = [format.read(theirs, view), format.read(after, view)]
    const [was, now] = [before && format.read(before, view), upstream && format.read(upstream, view)]
    const isOfTarget = (name: string) =>
      isSameText(name, from, has)
        ? was === null || !isSameText(name, was, has)
        : now !== null && isSameText(name, from, now)
    versions = withTextsOf(versions, { format, view, from, isTaken: isOfTarget })
  }
  return versions
}
