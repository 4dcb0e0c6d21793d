/** `failed`: it can be tried again. `refused`: trying again would not help. */
export type UndoEnd = 'undone' | 'failed' | 'refused'

/** One press of *Undo*. The operation of a pending save is null until the save is done. */
type Step = { readonly save: string | null; operation: number | null }

export type UndoSteps = {
  /** Notes an operation of this screen. */
  readonly note: (operation: number) => void
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

  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    for (let step = steps[0]; step !== undefined && step.operation !== null; step = steps[0]) {
      const end = await undo(step.operation)
      if (steps[0] !== step) continue // cleared meanwhile
      if (end === 'failed') giveBack()
      else steps.shift()
    }
    isRunning = false
  }

  /** The operations of saves that are still pending are noted when those are done. */
  function giveBack(): void {
    done.push(...steps.flatMap(({ operation }) => operation ?? []).reverse())
    steps = []
  }

  return {
    note: (operation) => void done.push(operation),
    saveEnded: (save, operation) => {
      const step = steps.find((one) => one.save === save)
      if (step === undefined) {
        if (operation !== undefined) done.push(operation)
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
      done = []
      steps = []
    },
  }
}
