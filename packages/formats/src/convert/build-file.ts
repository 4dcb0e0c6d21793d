import { EditError, type EditErrorCode } from '../edit/edit-error.ts'
import { type Document, type EntryEdit, isWhole } from '../format.ts'
import type { PlannedEntry } from './plan-language.ts'

export type Refusal = { readonly entry: PlannedEntry; readonly code: EditErrorCode }
export type Built = {
  readonly bytes: Uint8Array
  readonly document: Document
  readonly refused: readonly Refusal[]
}

/** How to create a file: `make` writes additions to it, `read` reads the result. */
export type Builder = {
  readonly make: (edits: readonly EntryEdit[]) => Uint8Array
  readonly read: (bytes: Uint8Array) => Document
}

/**
 * Builds a file with all entries that it can store. First finds entries that cannot be written alone, then,
 * by bisection, those that cannot be written alongside others, so that a few of them among many cost a few
 * attempts each.
 */
export function buildFile(builder: Builder, planned: readonly PlannedEntry[]): Built {
  const whole = attempt(builder, planned)
  if (whole.kind === 'built') return { ...whole, refused: [] }
  const refused: Refusal[] = []
  const fit: PlannedEntry[] = []
  for (let at = 0; at < planned.length; at += TRIED_TOGETHER) {
    const some = planned.slice(at, at + TRIED_TOGETHER)
    fit.push(
      ...(attempt(builder, some).kind === 'built'
        ? some
        : some.filter((entry) => fitsAlone(builder, entry, refused))),
    )
  }
  const kept = keepTogether(builder, fit, refused)
  const built = attempt(builder, kept)
  if (built.kind === 'refused')
    throw new Error(`A file of what was accepted before is refused: ${built.code}`)
  return { ...built, refused }
}

/** Most files have few refused entries, so each entry is tried alone only near a refused one. */
const TRIED_TOGETHER = 64

function fitsAlone(builder: Builder, entry: PlannedEntry, refused: Refusal[]): boolean {
  const alone = attempt(builder, [entry])
  if (alone.kind === 'refused') refused.push({ entry, code: alone.code })
  return alone.kind === 'built'
}

function keepTogether(
  builder: Builder,
  entries: readonly PlannedEntry[],
  refused: Refusal[],
): readonly PlannedEntry[] {
  let kept: readonly PlannedEntry[] = []
  const waiting: (readonly PlannedEntry[])[] = [entries]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const together = attempt(builder, [...kept, ...next])
    const [first] = next
    if (together.kind === 'built') kept = [...kept, ...next]
    else if (next.length === 1 && first !== undefined) refused.push({ entry: first, code: together.code })
    else {
      const half = Math.ceil(next.length / 2)
      waiting.push(next.slice(half), next.slice(0, half))
    }
  }
  return kept
}

type Attempt =
  | { readonly kind: 'built'; readonly bytes: Uint8Array; readonly document: Document }
  | { readonly kind: 'refused'; readonly code: EditErrorCode }

function attempt({ make, read }: Builder, planned: readonly PlannedEntry[]): Attempt {
  try {
    const bytes = make(planned.map(({ edit }) => edit))
    const document = read(bytes)
    return isWhole(document)
      ? { kind: 'built', bytes, document }
      : { kind: 'refused', code: 'not-representable' }
  } catch (error) {
    if (error instanceof EditError) return { kind: 'refused', code: error.code }
    throw error
  }
}
