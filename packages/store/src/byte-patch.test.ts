import { expect, test } from 'vitest'
import { applyPatch, makePatch } from './byte-patch.ts'

const bytes = (text: string) => Buffer.from(text)
const lines = (count: number, change: (line: number) => string | null = () => null) =>
  Array.from({ length: count }, (_, line) => change(line) ?? `  "key${line}": "Some text ${line * 7919}",\n`)
    .join('')
    .trimEnd()

test.each([
  ['nothing', '', ''],
  ['from nothing', '', 'some text'],
  ['to nothing', 'some text', ''],
  ['shorter than a block', '{"a":"x"}', '{"a":"y"}'],
  ['everything', 'x'.repeat(1000), 'y'.repeat(1000)],
  ['of one byte again and again', 'x'.repeat(1000), 'x'.repeat(1001)],
  ['first and last', `a${lines(50)}a`, `b${lines(50)}b`],
  ['moved', `${lines(50)}\n[end]`, `[end]\n${lines(50)}`],
])('%s', (_, before, after) => {
  const patched = applyPatch(bytes(before), makePatch(bytes(before), bytes(after)))
  expect(Buffer.from(patched).toString()).toBe(after)
})

test('equal bytes need an empty patch, a few changed lines a few bytes', () => {
  const before = bytes(lines(5000))
  expect(makePatch(before, Buffer.from(before)).byteLength).toBe(0)
  const after = bytes(lines(5000, (line) => (line % 1000 === 17 ? `  "key${line}": "Changed",\n` : null)))
  const patch = makePatch(before, after)
  expect(patch.byteLength).toBeLessThan(500)
  expect(Buffer.compare(applyPatch(before, patch), after)).toBe(0)
})

test('applying a patch to other bytes is an error, never a wrong result', () => {
  const patch = makePatch(bytes(lines(50)), bytes(`${lines(50)}!`))
  expect(() => applyPatch(bytes(lines(20)), patch)).toThrow(RangeError)
})

test('whatever is changed, inserted or removed is restored', () => {
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed % below
  }
  for (let round = 0; round < 200; round++) {
    const before = Buffer.from(Array.from({ length: random(2000) }, () => 97 + random(1 + (round % 8))))
    let after = before
    for (let edit = random(6); edit > 0; edit--) {
      const [at, gone] = [random(after.length + 1), random(60)]
      const put = Buffer.from(Array.from({ length: random(60) }, () => 97 + random(4)))
      after = Buffer.concat([after.subarray(0, at), put, after.subarray(at + gone)])
    }
    expect(Buffer.compare(applyPatch(before, makePatch(before, after)), after)).toBe(0)
  }
})
