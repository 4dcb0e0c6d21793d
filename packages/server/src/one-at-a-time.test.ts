import { expect, test } from 'vitest'
import { oneAtATime, oneAtATimeOfKey } from './one-at-a-time.ts'

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

test('work of different keys does not wait for each other', async () => {
  const inTurn = oneAtATimeOfKey()
  const seen: string[] = []
  let end = () => {}
  const first = inTurn('a', async () => {
    await new Promise<void>((resolve) => {
      end = resolve
    })
    seen.push('a')
    throw new Error('broken')
  })
  const second = inTurn('a', async () => seen.push('a again'))
  await inTurn('b', async () => seen.push('b'))
  end()
  await expect(first).rejects.toThrow('broken')
  await second
  expect(seen).toEqual(['b', 'a', 'a again'])
  await inTurn('a', async () => seen.push('later'))
  expect(seen.at(-1)).toBe('later')
})
