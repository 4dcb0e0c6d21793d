import type { UndoEnd } from '../../../lib/server/undo.ts'

/** One press of *Undo*. The operation of a pending save is null until the save is done. */
type Step = { readonly save: string | null; operation: number | null }

export type UndoSteps = {
  /** Notes an operation of this screen. */
  readonly note: (operation: number) => void
  /** Something else, such as its notice, starts to undo an operation: requests undo what is before it, afterwards. */
  readonly startedElsewhere: (operation: number) => void
  readonly endedElsewhere: (operation: number, end: UndoEnd) => void
  /** A save has ended, as an operation if it changed something. */
  readonly saveEnded: (save: string, operation: number | undefined) => void
  /** Forgets the saves that have left the queue without an end, because another one replaced them. */
  readonly keepSaves: (pending: readonly string[]) => void
  /**
   * Undoes the newest of the pending saves (their ids, newest first) and operations that no earlier request undoes.
   * `awaited`: once it is saved.
   */
  readonly request: (pending: readonly string[]) => 'awaited' | 'started' | 'nothing'
  readonly clear: () => void
}

/**
 * What was done on a screen, and what of it is to be undone: one step after another, newest first, because an older
 * operation can have changed the same text. When a step fails, it and those after it can be requested again.
 */
export function createUndoSteps(undo: (operation: number) => Promise<UndoEnd>): UndoSteps {
  /** Newest last. */
  let done: number[] = []
  /** In the order of the requests. */
  let steps: Step[] = []
  let isRunning = false
  /** Operations of this screen that something else is undoing. */
  const elsewhere = new Set<number>()

  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    for (
      let step = steps[0];
      step !== undefined && step.operation !== null && elsewhere.size === 0;
      step = steps[0]
    ) {
      const end = await undo(step.operation)
      if (steps[0] !== step) continue // cleared meanwhile
      if (end === 'failed') giveBack()
      else steps.shift()
    }
    isRunning = false
  }

  /** Later operations have larger numbers. */
  function note(...operations: readonly number[]): void {
    done = [...done, ...operations].toSorted((a, b) => a - b)
  }

  /** The operations of saves that are still pending are noted when those are done. */
  function giveBack(): void {
    note(...steps.flatMap(({ operation }) => operation ?? []))
    steps = []
  }

  return {
    note: (operation) => note(operation),
    startedElsewhere: (operation) => {
      const running = isRunning ? steps[0] : undefined
      const isOther = (step: Step) => step === running || step.operation !== operation
      if (!done.includes(operation) && steps.every(isOther)) return
      done = done.filter((one) => one !== operation)
      steps = steps.filter(isOther)
      elsewhere.add(operation)
    },
    endedElsewhere: (operation, end) => {
      if (!elsewhere.delete(operation)) return
      if (end === 'failed') {
        note(operation)
        // The step that is being undone ends by its own result.
        const running = steps.splice(0, isRunning ? 1 : 0)
        giveBack()
        steps = running
      }
      void run()
    },
    saveEnded: (save, operation) => {
      const step = steps.find((one) => one.save === save)
      if (step === undefined) {
        if (operation !== undefined) note(operation)
        return
      }
      if (operation === undefined) steps = steps.filter((one) => one !== step)
      else step.operation = operation
      void run()
    },
    keepSaves: (pending) => {
      steps = steps.filter(
        ({ save, operation }) => operation !== null || save === null || pending.includes(save),
      )
      void run()
    },
    request: (pending) => {
      const save = pending.find((id) => steps.every((step) => step.save !== id)) ?? null
      const operation = save === null ? done.pop() : null
      if (operation === undefined) return 'nothing'
      steps.push({ save, operation })
      void run()
      return steps.some((step) => step.operation === null) ? 'awaited' : 'started'
    },
    clear: () => {
      elsewhere.clear()
      done = []
      steps = []
    },
  }
}
