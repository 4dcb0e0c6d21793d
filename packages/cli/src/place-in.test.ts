import { type Document, i18nextJson } from '@dragoman/formats'
import { expect, test } from 'vitest'
import { lineOfKey, placeIn } from './place-in.ts'

/** Returns a document that counts how often its text and its entries are read. */
function counting(text: string) {
  const document = i18nextJson.read(new TextEncoder().encode(text))
  const counts = { text: 0, entries: 0 }
  const counted: Document = {
    ...document,
    get text() {
      counts.text++
      return document.text
    },
    get entries() {
      counts.entries++
      return document.entries
    },
  }
  counts.text = 0
  counts.entries = 0
  return { document: counted, counts }
}

test('the line of a key is that of its first entry', () => {
  const { document } = counting('{\n"items_one": "a",\n"items_other": "b",\n"a": "c",\n"a_b_c": "d"}')
  expect(['items', 'items_other', 'a', 'a_b', 'none'].map((name) => lineOfKey(document, name))).toEqual([
    2,
    3,
    4,
    5,
    null,
  ])
  expect(lineOfKey(null, 'a')).toBeNull()
})

test('a document is read once, however many places are asked for', () => {
  const keys = Array.from({ length: 500 }, (_, at) => `"key${at}": "text"`)
  const { document, counts } = counting(`{\n${keys.join(',\n')}\n}`)
  expect(keys.map((_, at) => lineOfKey(document, `key${at}`))).toEqual(keys.map((_, at) => at + 2))
  for (let offset = 0; offset < 500; offset++) placeIn(document, offset)
  expect(counts).toEqual({ text: 1, entries: 1 })
})
