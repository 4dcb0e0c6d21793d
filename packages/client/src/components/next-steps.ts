import type { TextStep, WorkStep } from '@dragoman/core'

const SHOWN = 3

type CountedStep = TextStep | Extract<WorkStep, { readonly kind: 'task' }>

/** What a person has just worked through. */
export type DoneWork = { readonly kind: CountedStep['kind'] | null; readonly language: string }

/** Returns the next steps with a count, those in the language at hand first. */
export function nextSteps(steps: readonly WorkStep[], { kind, language }: DoneWork): readonly CountedStep[] {
  const counted = steps.filter(
    (step): step is CountedStep =>
      'count' in step && 'language' in step && !(step.kind === kind && step.language === language),
  )
  const isHere = (step: CountedStep) => step.language === language
  return [...counted.filter(isHere), ...counted.filter((step) => !isHere(step))].slice(0, SHOWN)
}
