import { expect, test } from 'vitest'
import { openLoop } from './open-loop.ts'

/** A loop whose runs end when the test ends them. */
function openHeldLoop() {
  const runs: { readonly resolve: () => void; readonly reject: (error: unknown) => void }[] = []
  const errors: unknown[] = []
  const loop = openLoop(
    () => new Promise<void>((resolve, reject) => void runs.push({ resolve, reject })),
    (error) => errors.push(error),
  )
  return { loop, runs, errors }
}

test('a loop that is woken several times during a run runs once more', async () => {
  const { loop, runs } = openHeldLoop()
  loop.wake()
  loop.wake()
  loop.wake()
  expect(runs).toHaveLength(1)
  runs[0]?.resolve()
  await expect.poll(() => runs.length).toBe(2)
  runs[1]?.resolve()
  await loop.idle()
  expect(runs).toHaveLength(2)
})

test('a failed run is reported, and does not stop the next one', async () => {
  const { loop, runs, errors } = openHeldLoop()
  loop.wake()
  loop.wake()
  runs[0]?.reject('first')
  await expect.poll(() => runs.length).toBe(2)
  expect(errors).toEqual(['first'])
  runs[1]?.resolve()
  await loop.idle()
})

test('closing waits for the run, reports nothing of it, and starts no other', async () => {
  const { loop, runs, errors } = openHeldLoop()
  loop.wake()
  loop.wake()
  loop.wakeIn(0)
  const closed = loop.close()
  expect(loop.signal.aborted).toBe(true)
  runs[0]?.reject('closed')
  await closed
  loop.wake()
  loop.wakeIn(0)
  await loop.idle()
  expect(runs).toHaveLength(1)
  expect(errors).toEqual([])
})

test('a loop that is asked for another time wakes once, at the last one', async () => {
  const { loop, runs } = openHeldLoop()
  loop.wakeIn(1_000_000)
  loop.wakeIn(0)
  await expect.poll(() => runs.length).toBe(1)
  runs[0]?.resolve()
  await loop.close()
})
