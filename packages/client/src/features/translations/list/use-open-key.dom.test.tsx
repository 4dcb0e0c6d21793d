import { useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useOpenKey } from './use-open-key.ts'

/** Keys sent to the URL, which the tests put into it later, as a router does. */
let sent: (number | null)[]
let setUrl: (key: number | null) => void
let opened: ReturnType<typeof useOpenKey>
let root: Root

const send = (key: number | null) => void sent.push(key)
function Probe() {
  const [key, setKey] = useState<number | null>(null)
  setUrl = setKey
  opened = useOpenKey(key, send)
  return null
}

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  root = createRoot(document.createElement('div'))
  flushSync(() => root.render(<Probe />))
})
afterEach(() => {
  flushSync(() => root.unmount())
  vi.useRealTimers()
})

const open = (key: number | null) => flushSync(() => opened.open(key))
const pause = () => flushSync(() => vi.advanceTimersByTime(1000))
const arrive = (key: number | null) => flushSync(() => setUrl(key))

test('a string opens immediately, and the URL follows after a pause, once for several strings', () => {
  open(1)
  expect(opened.keyId).toBe(1)
  open(2)
  expect(sent).toEqual([])
  pause()
  expect(sent).toEqual([2])
})

test('a string stays open when the URL of the one before arrives late', () => {
  open(1)
  pause()
  open(2)
  arrive(1)
  expect(opened.keyId).toBe(2)
  pause()
  expect(sent).toEqual([1, 2])
  arrive(2)
  expect(opened.keyId).toBe(2)
})

test('the URLs of several strings can be on their way', () => {
  open(1)
  pause()
  open(2)
  pause()
  open(3)
  pause()
  arrive(1)
  expect(opened.keyId).toBe(3)
  arrive(3) // the router left out 2
  expect(opened.keyId).toBe(3)
})

test('a link or the back button opens the string in the URL, also one that was open before', () => {
  open(1)
  pause()
  arrive(1)
  arrive(7)
  expect(opened.keyId).toBe(7)
  arrive(1)
  expect(opened.keyId).toBe(1)
  arrive(null)
  expect(opened.keyId).toBeNull()
})

test('a link wins over a string whose URL has not been sent', () => {
  open(1)
  arrive(7)
  pause()
  expect(opened.keyId).toBe(7)
  expect(sent).toEqual([])
})

test('closing the string changes the URL without a pause', () => {
  open(1)
  pause()
  arrive(1)
  open(null)
  expect(sent).toEqual([1, null])
})
