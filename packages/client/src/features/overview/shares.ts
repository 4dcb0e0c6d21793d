import type { CountsReply } from '@dragoman/contract'
import type { TextStep, Work } from '@dragoman/core'

/** Share of a language that is translated or reviewed, 0 to 1; an empty project is done. */
export function doneShare(counts: CountsReply): number {
  return counts.total === 0 ? 1 : (counts.translated + counts.reviewed) / counts.total
}

const KINDS = [
  'translate',
  'suggest',
  'fix',
  'update',
  'review',
] as const satisfies readonly TextStep['kind'][]

/** Returns the first step of each kind that the person can take, in a fixed order. */
export function toDo({ steps }: Pick<Work, 'steps'>): readonly TextStep[] {
  return KINDS.flatMap((kind) => steps.find((step): step is TextStep => step.kind === kind) ?? [])
}
