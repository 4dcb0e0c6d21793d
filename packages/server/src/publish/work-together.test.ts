import { expect, test } from 'vitest'
import { workTogether } from './work-together.ts'

test('runs as many tasks at a time as specified, and waits for all at the end', async () => {
  const together = workTogether(3)
  let running = 0
  let most = 0
  let ended = 0
  for (let index = 0; index < 10; index++)
    await together.add(async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setImmediate(resolve))
      running -= 1
      ended += 1
    })
  await together.done()
  expect([most, ended]).toEqual([3, 10])
})

test('errors are thrown by the next call or at the end, and nothing more is started', async () => {
  const together = workTogether(1)
  await together.add(async () => {
    throw new Error('no room')
  })
  let isBegun = false
  const next = together.add(async () => {
    isBegun = true
  })
  await expect(next).rejects.toThrow('no room')
  await expect(together.done()).rejects.toThrow('no room')
  expect(isBegun).toBe(false)
})
