import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CatalogChange } from './catalog-change.ts'
import { type DueFiles, dueOf, duePaths, dueTexts, joinDue, NOTHING_DUE, pathsDue } from './due-files.ts'
import { next, START, type Step, type SyncEffect, type SyncEvent, type SyncState } from './schedule.ts'

const PATHS = ['a', 'b', 'c', 'd', 'e']

/** A source without a disk: what is running ends when the test ends it. */
function openModel() {
  let state: SyncState = START
  let nowMs = 0
  /** Effects whose end has not been reported yet; `wait` is separate. */
  const running: SyncEffect[] = []
  const effects: SyncEffect[] = []
  let isWaiting = false
  /** Paths that must be merged once more. */
  const owed = new Set<string>()
  /** Those of them that were saved. */
  const saved = new Set<string>()
  /** Whether a scan has failed, and none has succeeded since. */
  let owesScan = false

  function dispatch(event: SyncEvent): void {
    const [after, made] = next(state, event, nowMs)
    state = after
    for (const effect of made) {
      expect(effects.some(({ kind }) => kind === 'closed')).toBe(false)
      if (effect.kind === 'wait') {
        expect(running).toEqual([])
        isWaiting = true
      } else if (effect.kind === 'scan' || effect.kind === 'sort' || effect.kind === 'sync') {
        running.push(effect)
        expect(running).toHaveLength(1)
      } else effects.push(effect)
    }
  }

  /** Ends what is running. Someone has written the files in `again` in the meantime. */
  function end(how: 'well' | 'failing' | 'stopped', again: readonly string[] = []): void {
    const effect = running.shift()
    if (effect === undefined) return
    if (effect.kind === 'scan') owesScan = how === 'failing' && !isJob(effect)
    if (how === 'failing') dispatch({ kind: 'failed' })
    else dispatch(endOf(effect, how, again))
  }

  function endOf(effect: SyncEffect, how: 'well' | 'stopped', again: readonly string[]): SyncEvent {
    switch (effect.kind) {
      case 'scan':
        for (const path of PATHS) owed.add(path)
        return { kind: 'scanned', due: duePaths(PATHS) }
      case 'sort': {
        const due = joinDue(effect.due, ...effect.heard.map(dueOfChange))
        const paths = pathsDue(due)
        const batches = [paths.slice(0, 2), paths.slice(2)]
          .filter((some) => some.length > 0)
          .map((some) => ({ paths: some, due: dueOf(due, some) }))
        return { kind: 'sorted', inWork: effect.heard, batches }
      }
      case 'sync': {
        if (how === 'stopped' && effect.comparison?.isJob) {
          for (const path of PATHS) owed.delete(path)
          return { kind: 'stopped' }
        }
        const { paths, due } = effect.batch
        for (const path of paths.filter((one) => !again.includes(one))) {
          owed.delete(path)
          saved.delete(path)
        }
        const some = paths.filter((path) => again.includes(path))
        return { kind: 'synced', changed: 1, again: joinDue(duePaths(some), dueOf(due, some)) }
      }
      default:
        throw new Error(`${effect.kind} does not end`)
    }
  }

  return {
    dispatch,
    end,
    owed,
    saved,
    owesScan: () => owesScan,
    effects,
    state: () => state,
    isRunning: () => running.length > 0,
    isWaiting: () => isWaiting,
    reachDue() {
      if (!isWaiting) return
      isWaiting = false
      nowMs += 60_000
      dispatch({ kind: 'time-came' })
    },
    running: () => running[0],
  }
}

function dueOfChange({ files }: CatalogChange): DueFiles {
  return joinDue(NOTHING_DUE, ...files.map(({ namespace }) => dueTexts(namespace, ['de'])))
}

function changeOf(path: string, operationId: number): CatalogChange {
  return { operationId, files: [{ language: 'de', namespace: path }], texts: 'any' }
}

const path = fc.constantFrom(...PATHS)
const step = fc.oneof(
  fc.record({ kind: fc.constant('found' as const), path }),
  fc.record({ kind: fc.constant('changed' as const), path }),
  fc.record({
    kind: fc.constant('compare' as const),
    isJob: fc.boolean(),
    files: fc.constantFrom('all' as const, 'due' as const),
  }),
  fc.record({ kind: fc.constant('end' as const), again: fc.subarray(PATHS) }),
  fc.record({ kind: fc.constant('end' as const), again: fc.constant([]) }),
  fc.record({ kind: fc.constant('fail' as const) }),
  fc.record({ kind: fc.constant('stop' as const) }),
  fc.record({ kind: fc.constant('time' as const) }),
)

describe('the schedule of a sync', () => {
  test('loses no file, does one thing at a time, and ends everything when it is closed', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.boolean(), (steps, isClosed) => {
        const model = openModel()
        let ids = 0
        let asked = 0
        for (const one of steps) {
          if (one.kind === 'found') {
            model.owed.add(one.path)
            model.dispatch({ kind: 'found', due: duePaths([one.path]) })
          } else if (one.kind === 'changed') {
            model.owed.add(one.path)
            model.saved.add(one.path)
            model.dispatch({ kind: 'changed', change: changeOf(one.path, ++ids) })
          } else if (one.kind === 'compare') {
            asked += 1
            model.dispatch({ kind: 'compare', comparison: { id: asked, isJob: one.isJob, files: one.files } })
          } else if (one.kind === 'end') model.end('well', one.again)
          else if (one.kind === 'fail' && !isJob(model.running())) model.end('failing')
          else if (one.kind === 'stop' && !isJob(model.running())) model.end('stopped')
          else if (one.kind === 'time') model.reachDue()
        }
        if (isClosed) model.dispatch({ kind: 'close' })
        for (let steps = 0; steps < 500 && (model.isRunning() || model.isWaiting()); steps++) {
          if (model.isRunning()) model.end('well')
          else model.reachDue()
        }
        expect([...model.saved]).toEqual([])
        // A closed job finds its files again at the next start.
        const hasJob = steps.some((one) => one.kind === 'compare' && one.isJob)
        if (!isClosed || !hasJob) expect([...model.owed]).toEqual([])
        // After a close, the next start compares everything.
        if (!isClosed) expect([model.owesScan(), model.state().unfinished]).toEqual([false, null])
        expect(openChanges(model.state())).toEqual(isClosed ? expect.anything() : [])
        const compared = model.effects.flatMap((effect) => (effect.kind === 'compared' ? [effect] : []))
        expect(compared.map(({ comparison }) => comparison.id).sort((a, b) => a - b)).toEqual(
          Array.from({ length: asked }, (_, index) => index + 1),
        )
        expect(model.effects.filter(({ kind }) => kind === 'closed')).toHaveLength(isClosed ? 1 : 0)
        expect(model.state().lifetime).toBe(isClosed ? 'closed' : 'open')
      }),
      { numRuns: 2000 },
    )
  })

  test('a comparison of what is due neither lists the files nor compares others', () => {
    const model = openModel()
    model.dispatch({ kind: 'found', due: duePaths(['b']) })
    model.dispatch({ kind: 'changed', change: changeOf('d', 1) })
    model.dispatch({ kind: 'compare', comparison: { id: 1, isJob: false, files: 'due' } })
    expect(model.running()).toMatchObject({ kind: 'sort', due: duePaths(['b']), heard: { length: 1 } })
    model.end('well')
    expect(model.running()).toMatchObject({ kind: 'sync', batch: { paths: ['b', 'd'] } })
    // What is found until it ends belongs to it.
    model.dispatch({ kind: 'found', due: duePaths(['e']) })
    model.end('well')
    model.end('well')
    expect(model.running()).toMatchObject({ kind: 'sync', batch: { paths: ['e'] } })
    expect(model.effects).toEqual([])
    model.end('well')
    expect(model.effects).toMatchObject([
      { kind: 'compared', comparison: { id: 1 }, changed: 2, hasFailed: false },
      { kind: 'all-written' },
    ])
  })

  test('a scan that fails is repeated after growing pauses, until everything is compared', () => {
    const pauses: number[] = []
    const reports: SyncEffect[] = []
    let state = START
    let scans = 0
    const all = { id: 1, isJob: false, files: 'all' } as const
    let event: SyncEvent | null = { kind: 'compare', comparison: all }
    while (event !== null) {
      const [after, effects]: Step = next(state, event, 0)
      state = after
      event = null
      for (const effect of effects) {
        if (effect.kind === 'scan')
          event = ++scans <= 3 ? { kind: 'failed' } : { kind: 'scanned', due: duePaths(['a']) }
        else if (effect.kind === 'sort')
          event = { kind: 'sorted', inWork: [], batches: [{ paths: ['a'], due: effect.due }] }
        else if (effect.kind === 'sync') event = { kind: 'synced', changed: 1, again: NOTHING_DUE }
        else if (effect.kind === 'wait') {
          pauses.push(effect.ms)
          event = { kind: 'time-came' }
        } else reports.push(effect)
      }
    }
    expect(scans).toBe(4)
    expect(pauses).toEqual([1000, 2000, 4000])
    expect(reports).toEqual([
      { kind: 'compared', comparison: all, changed: 0, hasFailed: true },
      { kind: 'all-written', isCompared: true },
    ])
  })

  test('a comparison whose files failed is complete when they are written', () => {
    const model = openModel()
    model.dispatch({ kind: 'compare', comparison: { id: 1, isJob: false, files: 'all' } })
    model.end('well')
    model.end('well')
    model.end('failing')
    while (model.isRunning() || model.isWaiting()) {
      model.end('well')
      model.reachDue()
    }
    expect(model.effects).toMatchObject([
      { kind: 'compared', hasFailed: true },
      { kind: 'all-written', isCompared: true },
    ])
  })

  test('a burst of saves becomes one round', () => {
    const model = openModel()
    for (let id = 1; id <= 5; id++) model.dispatch({ kind: 'changed', change: changeOf('a', id) })
    expect([model.isWaiting(), model.isRunning()]).toEqual([true, false])
    model.reachDue()
    expect(model.running()).toMatchObject({ kind: 'sort', heard: { length: 5 } })
    model.end('well')
    expect(model.running()).toMatchObject({ kind: 'sync', batch: { paths: ['a'] } })
    expect(openChanges(model.state())).toHaveLength(5)
    model.end('well')
    expect(model.effects).toEqual([{ kind: 'all-written', isCompared: false }])
    expect(openChanges(model.state())).toEqual([])
  })

  test('what is saved during a round is written after the pause, not in a further round immediately', () => {
    const pauses: number[] = []
    let state: SyncState = { ...START, restMs: 400 }
    let ids = 0
    const save = (): SyncEvent => ({ kind: 'changed', change: changeOf('a', ++ids) })
    const after = (event: SyncEvent): SyncEffect | undefined => {
      const [then, [effect]] = next(state, event, 0)
      state = then
      if (effect?.kind === 'wait') pauses.push(effect.ms)
      return effect
    }
    const inWork = [changeOf('a', 0)]
    const batches = [{ paths: ['a'], due: dueTexts('a', ['de']) }]
    after(save())
    for (let round = 0; round < 3; round++) {
      expect(after({ kind: 'time-came' })?.kind).toBe('sort')
      after(save())
      expect(after({ kind: 'sorted', inWork, batches })?.kind).toBe('sync')
      after(save())
      expect(after({ kind: 'synced', changed: 1, again: NOTHING_DUE })?.kind).toBe('wait')
    }
    expect(pauses).toEqual([60, 400, 400, 400])
  })

  test('a file that was written by someone meanwhile is merged again without a pause', () => {
    const model = openModel()
    model.dispatch({ kind: 'changed', change: changeOf('a', 1) })
    model.reachDue()
    model.end('well')
    model.end('well', ['a'])
    expect(model.isWaiting()).toBe(false)
    expect(model.running()).toMatchObject({ kind: 'sort' })
  })

  test('failures are retried with growing pauses, and others continue', () => {
    const pauses: number[] = []
    let state: SyncState = { ...START, due: duePaths(['a', 'b']) }
    let event: SyncEvent = { kind: 'found', due: NOTHING_DUE }
    const synced: string[][] = []
    for (let steps = 0; steps < 40 && pauses.length < 5; steps++) {
      const [after, [effect]] = next(state, event, 0)
      state = after
      if (effect?.kind === 'wait') {
        pauses.push(effect.ms)
        event = { kind: 'time-came' }
      } else if (effect?.kind === 'sort') {
        const batches = pathsDue(effect.due).map((one) => ({ paths: [one], due: dueOf(effect.due, [one]) }))
        event = { kind: 'sorted', inWork: [], batches }
      } else if (effect?.kind === 'sync') {
        const isBad = effect.batch.paths.includes('a')
        if (!isBad) synced.push([...effect.batch.paths])
        event = isBad ? { kind: 'failed' } : { kind: 'synced', changed: 1, again: NOTHING_DUE }
      }
    }
    expect(synced).toEqual([['b']])
    expect(pauses).toEqual([60, 1000, 2000, 4000, 8000])
  })

  test('a stopped job leaves what it has not read, but nothing that was saved', () => {
    const model = openModel()
    model.dispatch({ kind: 'compare', comparison: { id: 1, isJob: true, files: 'all' } })
    model.end('well')
    model.dispatch({ kind: 'changed', change: changeOf('e', 1) })
    model.end('well')
    model.end('stopped')
    // The save is sorted in immediately, and written.
    expect(model.running()).toMatchObject({ kind: 'sort', heard: [{ operationId: 1 }] })
    model.end('well')
    expect(model.running()).toMatchObject({ kind: 'sync', batch: { paths: ['e'] } })
    model.end('well')
    expect(model.effects).toMatchObject([
      { kind: 'compared', comparison: { id: 1 }, changed: 1, hasFailed: false },
      { kind: 'all-written' },
    ])
  })

  test('closing writes what is due first, and starts nothing new', () => {
    const model = openModel()
    model.dispatch({ kind: 'changed', change: changeOf('a', 1) })
    model.dispatch({ kind: 'close' })
    model.dispatch({ kind: 'compare', comparison: { id: 7, isJob: false, files: 'all' } })
    expect(model.effects).toEqual([
      { kind: 'compared', comparison: { id: 7, isJob: false, files: 'all' }, changed: 0, hasFailed: false },
    ])
    model.end('well')
    expect(model.running()).toMatchObject({ kind: 'sync', batch: { paths: ['a'] } })
    model.end('well')
    expect(model.effects.at(-1)).toEqual({ kind: 'closed' })
  })
})

function isJob(effect: SyncEffect | undefined): boolean {
  return effect !== undefined && 'comparison' in effect && effect.comparison?.isJob === true
}

/** Returns what was saved and is not in its file yet; some of it can be this sync's own. */
function openChanges({ inWork, heard, activity }: SyncState): readonly CatalogChange[] {
  return [...inWork, ...(activity.kind === 'sorting' ? activity.heard : []), ...heard]
}
