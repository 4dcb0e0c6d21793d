import { expect, test } from 'vitest'
import { oneAtATime } from './one-at-a-time.ts'

test('work starts when the work before it has ended, in order, also after an error', async () => {
  const { inTurn, settled } = oneAtATime()
  const seen: string[] = []
  let end = () => {}
  const first = inTurn(async () => {
    seen.push('first starts')
    await new Promise<void>((resolve) => {
      end = resolve
    })
    seen.push('first ends')
    throw new Error('broken')
  })
  const second = inTurn(async () => seen.push('second'))
  const third = inTurn(async () => seen.push('third'))
  await new Promise((resolve) => setImmediate(resolve))
  expect(seen).toEqual(['first starts'])
  end()
  await expect(first).rejects.toThrow('broken')
  expect([await second, await third]).toEqual([3, 4])
  expect(seen).toEqual(['first starts', 'first ends', 'second', 'third'])
  await settled()
})

test('nothing starts before the beginning', async () => {
  let begin = () => {}
  const { inTurn, settled } = oneAtATime(
    new Promise<void>((resolve) => {
      begin = resolve
    }),
  )
  let isDone = false
  void inTurn(async () => {
    isDone = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(isDone).toBe(false)
  begin()
  await settled()
  expect(isDone).toBe(true)
})
