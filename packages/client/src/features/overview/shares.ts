import type { TextStep, Work } from '@dragoman/core'

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
