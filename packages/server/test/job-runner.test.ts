import { Failure } from '@dragoman/contract'
import {
  addJob,
  cancelJob,
  createProject,
  type JobRow,
  jobById,
  openJobs,
  restartJob,
  type Store,
} from '@dragoman/store'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../store/test/on-both.ts'
import { ANN, MARA } from '../../store/test/sample.ts'
import type { JobCaller, JobContext, JobEnd, JobKind } from '../src/jobs/job-kind.ts'
import { type JobRunner, openJobRunner } from '../src/jobs/job-runner.ts'
import { type JobType, jobType } from '../src/jobs/job-type.ts'
import { runUntilCancelled } from '../src/jobs/run-until-cancelled.ts'
import { TIMINGS } from '../src/timings.ts'
import { BOTH_DATABASES, eventually } from './test-server.ts'
import { TEST_TIMINGS } from './timings.ts'

const TEST = { ...TIMINGS, ...TEST_TIMINGS }
const COUNT: JobType<'import', { readonly a: number }> = jobType('import')
const EDIT: JobType<'edit-texts', object> = jobType('edit-texts')

describe.each(BOTH_DATABASES)('jobs · %s', (database) => {
  let db: TestDatabase
  let projectId: number
  const runners: JobRunner[] = []
  let changedIds: number[] = []
  beforeEach(async () => {
    db = await openTestDatabase(database)
    changedIds = []
    db.store.onCommit((events) => {
      for (const { kind, payload } of events)
        if (kind === 'job.changed') changedIds.push(Number(Object(payload).jobId))
    })
    const project = await db.store.write((w) =>
      createProject(w, {
        slug: 'shop',
        name: 'Shop',
        sourceLanguage: 'en',
        syntax: 'i18next',
        at: new Date().toISOString(),
      }),
    )
    projectId = project.id
  })
  afterEach(async () => {
    await Promise.all(runners.splice(0).map((runner) => runner.close()))
    await db.remove()
  })

  function callerOf({ actor }: typeof ANN): JobCaller {
    const member = { ...actor, instanceRole: 'member', memberships: new Map(), token: null } as const
    return {
      write: (work) => db.store.write(work),
      actor: member,
      user: null,
      origin: { actor, address: '', tokenId: null },
    }
  }

  async function start(
    run: (context: JobContext) => Promise<JobEnd>,
    more: Partial<JobKind> = {},
    store = db.store,
  ): Promise<JobRunner> {
    const runner = openJobRunner({
      store,
      now: () => new Date(),
      log: () => undefined,
      timings: TEST,
    })
    runners.push(runner)
    await runner.start([{ kind: 'import', afterCrash: 'run-again', maxAttempts: 3, run, ...more }])
    return runner
  }
  const add = (runner: JobRunner, dedupeKey?: string) =>
    db.store.write((w) =>
      runner.add(w, COUNT, {
        projectId,
        payload: { a: 1 },
        startedBy: ANN.actor,
        ...(dedupeKey ? { dedupeKey } : {}),
      }),
    )
  const ended = (store: Store, id: number) =>
    eventually(async () => {
      const row = await store.read((r) => jobById(r, id))
      return row?.endedAt ? row : null
    })

  test('a job runs once, reports its progress and keeps its result', async () => {
    let runs = 0
    const runner = await start(async ({ step, job }) => {
      runs += 1
      expect(job.payload).toEqual({ a: 1 })
      await step(async () => ({ done: 1, total: 2, detail: 'a.json', cursor: 1 }))
      await step(async () => ({ done: 2, cursor: 2 }))
      return { state: 'done', result: { files: 2 } }
    })
    const { id } = await add(runner)
    const row = await ended(db.store, id)
    expect(row).toMatchObject({
      state: 'done',
      done: 2,
      total: 2,
      result: { files: 2 },
      problem: null,
      cursor: 2,
    })
    expect(runs).toBe(1)
    // Added, started, the first step, the end; the second step too, unless it came right after the first.
    expect(new Set(changedIds)).toEqual(new Set([id]))
    expect(changedIds.length).toBeGreaterThanOrEqual(4)
    expect(changedIds.length).toBeLessThanOrEqual(5)
  })

  test('a report that is written late does not overwrite the progress of the next step', async () => {
    const held: { report?: Promise<unknown>; release: () => void } = { release: () => {} }
    let isNextHeld = false
    const { write } = db.store
    const slowReports: Store = {
      ...db.store,
      write(work, ...rest) {
        if (!isNextHeld) return write(work, ...rest)
        isNextHeld = false
        const released = new Promise<void>((resolve) => {
          held.release = resolve
        })
        const written = released.then(() => write(work, ...rest))
        held.report = written
        return written
      },
    }
    const runner = await start(
      async ({ step, report }) => {
        isNextHeld = true
        report({ detail: 'a.json' })
        await vi.waitFor(() => expect(held.report).toBeDefined())
        const stepped = step(async () => ({ done: 1, total: 1 }))
        await Promise.race([stepped, turns(100)])
        held.release()
        await Promise.all([stepped, held.report])
        const row = await db.store.read((r) => jobById(r, id))
        return { state: 'done', result: { done: row?.done } }
      },
      {},
      slowReports,
    )
    const { id } = await add(runner)
    expect(await ended(db.store, id)).toMatchObject({ state: 'done', result: { done: 1 } })
  })

  test('a running job is not started again if its process could not renew its lease in time', async () => {
    let runs = 0
    let proceed = () => {}
    let laterMs = 0
    const tidied: (string | null)[] = []
    const runner = openJobRunner({
      store: db.store,
      now: () => new Date(Date.now() + laterMs),
      log: () => undefined,
      timings: TEST,
    })
    runners.push(runner)
    const run = async ({ job }: JobContext): Promise<JobEnd> => {
      if (runs++ > 0) return { state: 'done' }
      await new Promise<void>((resolve) => {
        proceed = resolve
      })
      const tidy = async () => {
        tidied.push((await db.store.read((r) => jobById(r, job.id)))?.endedAt ?? null)
      }
      return { state: 'done', tidy }
    }
    await runner.start([{ kind: 'import', afterCrash: 'run-again', maxAttempts: 3, run }])
    const { id } = await add(runner)
    await eventually(async () => runs === 1)
    laterMs = 60_000
    runner.onGap(null)
    // A runner that takes the second has polled for due jobs.
    await ended(db.store, (await add(runner)).id)
    proceed()
    expect(await ended(db.store, id)).toMatchObject({ state: 'done', attempts: 1 })
    await runner.idle()
    expect(runs).toBe(2)
    // What it needed is removed when it cannot be started again.
    expect(tidied).toEqual([expect.any(String)])
  })

  test('a failed step leaves nothing, neither its writes nor its cursor', async () => {
    const runner = await start(async ({ step }) => {
      await step(async () => ({ done: 1, cursor: 'one' }))
      await step(async (w) => {
        await w.db.deleteFrom('project').execute()
        throw new Failure('unreadable-file', { name: 'b.json' })
      })
      return { state: 'done' }
    })
    const { id } = await add(runner)
    const row = await ended(db.store, id)
    expect(row).toMatchObject({
      state: 'failed',
      cursor: 'one',
      problem: { code: 'unreadable-file', params: { name: 'b.json' } },
    })
  })

  test('a temporary failure is retried after a pause, and is final after the last attempt', async () => {
    const attempts: number[] = []
    const runner = await start(
      async ({ job }) => {
        attempts.push(job.attempts)
        throw new Failure('busy')
      },
      { maxAttempts: 2 },
    )
    const { id } = await add(runner)
    expect(await ended(db.store, id)).toMatchObject({ state: 'failed', problem: { code: 'busy' } })
    expect(attempts).toEqual([1, 2])
  })

  test('a job that is asked to stop learns how, and ends as cancelled', async () => {
    const runner = await start(async ({ cancelRequested, signal }) => {
      await eventually(async () => cancelRequested() !== null || signal.aborted)
      return { state: 'cancelled', result: { how: cancelRequested() } }
    })
    const { id } = await add(runner)
    await eventually(async () => (await db.store.read((r) => jobById(r, id)))?.state === 'running')
    await runner.cancel(db.store.write, id, 'keep', { ...MARA.actor, token: null })
    expect(await ended(db.store, id)).toMatchObject({ state: 'cancelled', result: { how: 'keep' } })
    expect(
      (await runner.cancel(db.store.write, id, 'undo', { ...MARA.actor, token: null }))?.cancelRequested,
    ).toBe('keep')
  })

  test.each(['this', 'another'])(
    'work of another thread ends when %s process cancels the job',
    async (by) => {
      const runner = await start(async (context) => {
        const result = await runUntilCancelled(
          context,
          (signal) =>
            new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
        )
        return { state: 'cancelled', result }
      })
      const { id } = await add(runner)
      await eventually(async () => (await db.store.read((r) => jobById(r, id)))?.state === 'running')
      const at = new Date().toISOString()
      const how = 'undo'
      if (by === 'this') await runner.cancel(db.store.write, id, how, { ...MARA.actor, token: null })
      else {
        await db.store.write((w) => cancelJob(w, id, { how, by: MARA.actor, at }))
        const payload = { jobId: id, hasEnded: false }
        const event = {
          kind: 'job.changed',
          id: 'e1',
          version: 1,
          projectId,
          actorId: null,
          at,
          payload,
        } as const
        runner.onEvent({ ...event, position: { number: 1, mark: 'a' } })
      }
      expect(await ended(db.store, id)).toMatchObject({ state: 'cancelled', result: null })
    },
  )

  describe('while as many imports run as can at the same time', () => {
    let runner: JobRunner
    const edited: number[] = []
    const addImport = async () => (await add(runner)).id
    const stateOf = async (id: number) => (await db.store.read((r) => jobById(r, id)))?.state
    beforeEach(async () => {
      edited.length = 0
      runner = openJobRunner({ store: db.store, now: () => new Date(), log: () => undefined, timings: TEST })
      runners.push(runner)
      const kind = { afterCrash: 'run-again' as const, maxAttempts: 3 }
      const edit = async ({ job }: JobContext): Promise<JobEnd> => {
        edited.push(job.id)
        return { state: 'done' }
      }
      await runner.start([
        { ...kind, kind: 'import', run: runsUntilClosed },
        { ...kind, kind: 'edit-texts', run: edit },
      ])
      const ids = [await addImport(), await addImport()]
      await eventually(async () =>
        (await Promise.all(ids.map(stateOf))).every((state) => state === 'running'),
      )
    })

    test('an edit that someone waits for runs, and a third import waits', async () => {
      const third = await addImport()
      const edit = await db.store.write((w) =>
        runner.add(w, EDIT, { projectId, payload: {}, startedBy: ANN.actor }),
      )
      expect(await ended(db.store, edit.id)).toMatchObject({ state: 'done' })
      expect(edited).toEqual([edit.id])
      expect(await stateOf(third)).toBe('waiting')
    })

    test.each(['keep', 'undo'] as const)('a waiting import that is cancelled ends (%s)', async (how) => {
      const [third, fourth] = [await addImport(), await addImport()]
      await runner.cancel(db.store.write, third, how, { ...MARA.actor, token: null })
      expect(await ended(db.store, third)).toMatchObject({ state: 'cancelled', result: { how } })
      expect(await stateOf(fourth)).toBe('waiting')
    })

    test('a cancelled import that has done something waits for its turn to undo it', async () => {
      const third = await addImport()
      await db.store.write((w) =>
        w.db.updateTable('job').set({ cursor: '{"at":1}' }).where('id', '=', third).execute(),
      )
      await runner.cancel(db.store.write, third, 'undo', { ...MARA.actor, token: null })
      const fourth = await addImport()
      await runner.cancel(db.store.write, fourth, 'undo', { ...MARA.actor, token: null })
      await ended(db.store, fourth)
      expect(await stateOf(third)).toBe('waiting')
    })
  })

  test('a job that has finally failed can be run again, and succeeds once the cause is gone', async () => {
    let isCauseThere = true
    const seen: unknown[] = []
    const runner = await start(
      async ({ job, step }) => {
        seen.push([job.startedBy.name, job.cursor, job.attempts, job.payload])
        await step(async () => ({ done: 1, cursor: { at: 1 } }))
        if (isCauseThere) throw new Failure('no-room')
        return { state: 'done' }
      },
      { maxAttempts: 2 },
    )
    const { id } = await add(runner, 'one at a time')
    const failed = await ended(db.store, id)
    expect(failed).toMatchObject({ state: 'failed', problem: { code: 'no-room' } })
    isCauseThere = false
    await runner.rerun(callerOf(MARA), failed)
    const row = await ended(db.store, id)
    expect(row).toMatchObject({ state: 'done', problem: null, startedBy: MARA.actor, done: 1 })
    const place = { at: 1 }
    expect(seen).toEqual([
      ['Ann', null, 1, { a: 1 }],
      ['Ann', place, 2, { a: 1 }],
      ['Mara', place, 1, { a: 1 }],
    ])
    // Only failed jobs are run again.
    expect(await runner.rerun(callerOf(ANN), failed)).toEqual(row)
    expect(await runner.rerun(callerOf(ANN), { ...failed, id: id + 1 })).toBeNull()
  })

  test('a job that undid its work at the end starts over, with the payload that its kind prepares', async () => {
    const seen: unknown[] = []
    const runner = await start(
      async ({ job, step }) => {
        seen.push([job.cursor, job.done, job.payload])
        await step(async () => ({ done: 1, cursor: { at: 1 } }))
        throw new Failure('unreadable-file', { name: 'b.json' })
      },
      {
        abandon: async () => undefined,
        prepareAgain: async () => async (_w, job) => ({ again: job.payload }),
      },
    )
    const { id } = await add(runner)
    await runner.rerun(callerOf(MARA), await ended(db.store, id))
    await eventually(async () => seen.length === 2)
    expect(await ended(db.store, id)).toMatchObject({ state: 'failed' })
    expect(seen).toEqual([
      [null, 0, { a: 1 }],
      [null, 0, { again: { a: 1 } }],
    ])
  })

  test('what a job has done is undone later if that fails for now, then it fails with its own problem', async () => {
    let runs = 0
    const cursors: unknown[] = []
    const runner = await start(
      async ({ step }) => {
        runs += 1
        await step(async () => ({ done: 1, cursor: { left: 9 } }))
        throw new Failure('unreadable-file', { name: 'b.json' })
      },
      {
        maxAttempts: 2,
        async abandon({ job, step }) {
          cursors.push(job.cursor)
          const left = 9 - cursors.length
          await step(async () => ({ cursor: { left } }))
          if (left > 4) throw new Failure(left % 2 === 0 ? 'no-room' : 'busy')
        },
      },
    )
    const { id } = await add(runner)
    const row = await ended(db.store, id)
    expect(row.state).toBe('failed')
    expect(row.problem).toEqual({ code: 'unreadable-file', params: { name: 'b.json' } })
    expect(runs).toBe(1)
    expect(cursors).toEqual([9, 8, 7, 6, 5].map((left) => ({ left })))
  })

  test('a server that closes while a job is undone continues to undo it at its next start', async () => {
    let runs = 0
    let undone = 0
    const run = async (): Promise<JobEnd> => {
      runs += 1
      throw new Failure('unreadable-file', { name: 'b.json' })
    }
    const abandon = async ({ signal }: JobContext) => {
      undone += 1
      if (undone === 1) throw new Failure('no-room')
      if (undone > 2) return
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
      signal.throwIfAborted()
    }
    const first = await start(run, { abandon })
    const { id } = await add(first)
    await eventually(async () => undone === 2)
    await first.close()
    await start(run, { abandon })
    expect(await ended(db.store, id)).toMatchObject({ state: 'failed', problem: { code: 'unreadable-file' } })
    expect([runs, undone]).toEqual([1, 3])
  })

  test('a job ends although a bug keeps it from being undone', async () => {
    let undone = 0
    const runner = await start(
      async () => {
        throw new Failure('unreadable-file', { name: 'b.json' })
      },
      {
        maxAttempts: 2,
        async abandon() {
          undone += 1
          throw new Error('A bug')
        },
      },
    )
    const { id } = await add(runner)
    expect(await ended(db.store, id)).toMatchObject({ state: 'failed', problem: { code: 'unreadable-file' } })
    expect(undone).toBe(4)
  })

  test('a failed job is not run again while another with its key runs', async () => {
    let runs = 0
    const runner = await start(async ({ signal, cancelRequested }) => {
      runs += 1
      if (runs === 1) throw new Failure('not-allowed')
      await eventually(async () => signal.aborted || cancelRequested() !== null)
      return { state: 'cancelled' }
    })
    const { id } = await add(runner, 'folder 1')
    const failed = await ended(db.store, id)
    const other = await add(runner, 'folder 1')
    await expect(runner.rerun(callerOf(ANN), failed)).rejects.toMatchObject({
      code: 'still-running',
    })
    await runner.cancel(db.store.write, other.id, 'undo', { ...MARA.actor, token: null })
    await ended(db.store, other.id)
  })

  test('closing the server does not end a job: the next start continues from the cursor', async () => {
    const seen: unknown[] = []
    const run = async ({ job, step, signal }: JobContext): Promise<JobEnd> => {
      seen.push(job.cursor)
      await step(async () => ({ done: 1, cursor: { at: 1 } }))
      if (job.cursor !== null) return { state: 'done' }
      await eventually(async () => signal.aborted)
      signal.throwIfAborted()
      return { state: 'done' }
    }
    const first = await start(run)
    const { id } = await add(first)
    await eventually(async () => (await db.store.read((r) => jobById(r, id)))?.cursor !== null)
    await first.close()
    expect((await db.store.read((r) => jobById(r, id)))?.endedAt).toBeNull()
    await start(run)
    expect(await ended(db.store, id)).toMatchObject({ state: 'done' })
    expect(seen).toEqual([null, { at: 1 }])
  })

  test('a kind that must not run twice ends as interrupted', async () => {
    const kind = { afterCrash: 'give-up' as const }
    const first = await start(async ({ signal }) => {
      await eventually(async () => signal.aborted)
      signal.throwIfAborted()
      return { state: 'done' }
    }, kind)
    const { id } = await add(first)
    await eventually(async () => (await db.store.read((r) => jobById(r, id)))?.state === 'running')
    await first.close()
    await start(async () => ({ state: 'done' }), kind)
    expect(await ended(db.store, id)).toMatchObject({ state: 'failed', problem: { code: 'interrupted' } })
  })

  test('jobs with the same key that are added or run again at the same time are one job', async () => {
    const runner = await start(async () => {
      throw new Failure('unreadable-file')
    })
    const first = await add(runner, 'import 1')
    expect(await ended(db.store, first.id)).toMatchObject({ state: 'failed' })
    await runner.close()
    const again = () =>
      db.store.write((w) => {
        const at = new Date().toISOString()
        return restartJob(w, first.id, { at, startedBy: ANN.actor, payload: { a: 1 }, from: 'start' })
      })
    const addAgain = () =>
      db.store.write((w) => {
        const at = new Date().toISOString()
        const of = { projectId, startedBy: ANN.actor, dedupeKey: 'import 1', at }
        return addJob(w, { ...of, kind: COUNT.kind, unit: COUNT.unit, payload: { a: 1 }, maxAttempts: 3 })
      })
    const found = await Promise.all([addAgain(), again(), addAgain(), again()])
    const open = await db.store.read((r) => openJobs(r, 'import'))
    expect(open).toHaveLength(1)
    expect(new Set(found.flatMap((job) => job?.id ?? []))).toEqual(new Set([open[0]?.id]))
  })

  test('jobs with the same key are one job', async () => {
    let runs = 0
    const runner = await start(async ({ signal, cancelRequested }) => {
      runs += 1
      await eventually(async () => signal.aborted || cancelRequested() !== null)
      return { state: 'cancelled' }
    })
    const jobs: JobRow[] = [await add(runner, 'folder 1'), await add(runner, 'folder 1')]
    expect(jobs[1]?.id).toBe(jobs[0]?.id)
    await eventually(async () => runs === 1)
    await runner.cancel(db.store.write, jobs[0]?.id ?? 0, 'undo', { ...MARA.actor, token: null })
    await ended(db.store, jobs[0]?.id ?? 0)
    expect((await add(runner, 'folder 1')).id).not.toBe(jobs[0]?.id)
    expect(runs).toBeLessThanOrEqual(2)
  })
})

test('on PostgreSQL two processes share the jobs, and each job runs once', async ({ skip }) => {
  if (!BOTH_DATABASES.includes('postgres')) skip()
  const db = await openTestDatabase('postgres')
  const project = await db.store.write((w) =>
    createProject(w, {
      slug: 'shop',
      name: 'Shop',
      sourceLanguage: 'en',
      syntax: 'i18next',
      at: new Date().toISOString(),
    }),
  )
  const ran: number[] = []
  const kind: JobKind = {
    kind: 'import',
    afterCrash: 'run-again',
    maxAttempts: 1,
    run: async ({ job }) => {
      ran.push(job.id)
      return { state: 'done' }
    },
  }
  const runners = [1, 2].map(() =>
    openJobRunner({ store: db.store, now: () => new Date(), log: () => undefined, timings: TEST }),
  )
  try {
    await Promise.all(runners.map((runner) => runner.start([kind])))
    const ids: number[] = []
    for (let count = 0; count < 20; count++) {
      const job = await db.store.write((w) =>
        (runners[count % 2] as JobRunner).add(w, COUNT, {
          projectId: project.id,
          payload: { a: 1 },
          startedBy: ANN.actor,
        }),
      )
      ids.push(job.id)
    }
    await eventually(async () => ran.length >= 20)
    expect(ran.toSorted((a, b) => a - b)).toEqual(ids)
  } finally {
    await Promise.all(runners.map((runner) => runner.close()))
    await db.remove()
  }
})

test('on PostgreSQL one of two processes ends a cancelled job while the others of its kind run', async ({
  skip,
}) => {
  if (!BOTH_DATABASES.includes('postgres')) skip()
  const db = await openTestDatabase('postgres')
  const { id: projectId } = await db.store.write((w) =>
    createProject(w, {
      slug: 'shop',
      name: 'Shop',
      sourceLanguage: 'en',
      syntax: 'i18next',
      at: new Date().toISOString(),
    }),
  )
  const ran: number[] = []
  const run = (context: JobContext) => {
    ran.push(context.job.id)
    return runsUntilClosed(context)
  }
  const runners = [1, 2].map(() =>
    openJobRunner({ store: db.store, now: () => new Date(), log: () => undefined, timings: TEST }),
  )
  const [one, other] = runners as [JobRunner, JobRunner]
  const add = () =>
    db.store.write((w) => one.add(w, COUNT, { projectId, payload: { a: 1 }, startedBy: ANN.actor }))
  try {
    for (const runner of runners)
      await runner.start([{ kind: 'import', afterCrash: 'run-again', maxAttempts: 1, run }])
    const ids: number[] = []
    for (let count = 0; count < 6; count++) ids.push((await add()).id)
    await eventually(async () => ran.length === 4)
    const cancelled = ids.filter((id) => !ran.includes(id))
    await Promise.all(
      cancelled.flatMap((id) =>
        [one, other].map((runner) =>
          runner.cancel(db.store.write, id, 'undo', { ...MARA.actor, token: null }),
        ),
      ),
    )
    await eventually(async () => (await db.store.read((r) => openJobs(r, 'import'))).length === 4)
    expect(ran.toSorted((a, b) => a - b)).toEqual(ids)
  } finally {
    await Promise.all(runners.map((runner) => runner.close()))
    await db.remove()
  }
})

/** The work of a job that only ends if it was cancelled before it started. */
async function runsUntilClosed({ signal, cancelRequested }: JobContext): Promise<JobEnd> {
  const how = cancelRequested()
  if (how === null)
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  signal.throwIfAborted()
  return { state: 'cancelled', result: { how } }
}

/** Waits until other work of the process had its turn a number of times. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
}
