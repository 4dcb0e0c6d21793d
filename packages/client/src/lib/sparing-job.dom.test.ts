import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openSparingJob } from './sparing-job.ts'

let runs = 0
let end: () => void = () => undefined
let isHidden = false

beforeEach(() => {
  vi.useFakeTimers()
  runs = 0
  isHidden = false
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function openJob() {
  return openSparingJob(() => {
    runs += 1
    return new Promise((resolve) => {
      end = resolve
    })
  })
}

function show(isShown: boolean): void {
  isHidden = !isShown
  document.dispatchEvent(new Event('visibilitychange'))
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('a burst of requests is one run, and the last of many is followed by a run', async () => {
  const { request, close } = openJob()
  request()
  request()
  await pass(999)
  expect(runs).toBe(0)
  await pass(1)
  expect(runs).toBe(1)
  request()
  await pass(60_000)
  expect(runs).toBe(1)
  end()
  request()
  await pass(4999)
  expect(runs).toBe(1)
  await pass(1)
  expect(runs).toBe(2)
  end()
  await pass(60_000)
  expect(runs).toBe(2)
  close()
})

test('nothing runs while the page is hidden; what was requested then runs when it is shown', async () => {
  const { request, close } = openJob()
  show(false)
  request()
  await pass(60_000)
  expect(runs).toBe(0)
  show(true)
  expect(runs).toBe(1)
  end()
  await pass(60_000)
  show(false)
  show(true)
  expect(runs).toBe(1)
  close()
})

test('nothing runs after it was closed', async () => {
  const { request, close } = openJob()
  request()
  await pass(1000)
  request()
  close()
  end()
  await pass(60_000)
  show(true)
  expect(runs).toBe(1)
})
