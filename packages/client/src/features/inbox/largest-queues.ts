import type { TextStep, WorkStep } from '@dragoman/core'

/** Work that is left in one language of a project, of one kind. */
export type RemainingQueue = {
  readonly project: { readonly slug: string; readonly name: string }
  readonly step: TextStep
}

const KINDS: ReadonlySet<WorkStep['kind']> = new Set<TextStep['kind']>(['review', 'translate', 'update'])

/** Returns the largest queues of several projects; `steps` is what the person can do in each. */
export function largestQueues(
  works: readonly { readonly project: RemainingQueue['project']; readonly steps: readonly WorkStep[] }[],
  limit: number,
): readonly RemainingQueue[] {
  return works
    .flatMap(({ project, steps }) =>
      steps.flatMap((step): RemainingQueue[] => (isOfText(step) ? [{ project, step }] : [])),
    )
    .sort((a, b) => b.step.count - a.step.count)
    .slice(0, limit)
}

function isOfText(step: WorkStep): step is TextStep {
  return KINDS.has(step.kind)
}
