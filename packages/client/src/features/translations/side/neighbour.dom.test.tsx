import type { EditorRowReply } from '@dragoman/contract'
import type { Forms } from '@dragoman/core'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { speakEnglish } from '../../../../test/english.ts'
import { Neighbour } from './Neighbour.tsx'

let root: Root
const place = document.createElement('div')
document.body.append(place)

beforeAll(speakEnglish)
beforeEach(() => {
  root = createRoot(place)
})
afterEach(() => root.unmount())

async function draw(source: Forms, target: Forms): Promise<void> {
  const text = { state: 'translated', version: 1, outdated: false, failing: false, actor: null } as const
  const key = {
    id: 7,
    namespace: 'common',
    name: 'unit.byte',
    plural: 'cardinal',
    path: ['unit', 'byte'],
  } as const
  const row: EditorRowReply = {
    key: {
      ...key,
      path: [...key.path],
      description: '',
      tags: [],
      maxLength: null,
      syntax: null,
      version: 1,
    },
    source: { ...text, keyId: 7, language: 'en', forms: source, sourceVersion: 0, updatedAt: null },
    target: { ...text, keyId: 7, language: 'de', forms: target, sourceVersion: 0, updatedAt: null },
  }
  root.render(<Neighbour row={row} onOpen={() => {}} />)
  await expect.poll(() => side('target').length).toBeGreaterThan(0)
}

const side = (name: 'source' | 'target') =>
  [...place.querySelectorAll(`[data-side=${name}] > *`)].map((line) =>
    [...line.childNodes].map(({ textContent }) => textContent).join(': '),
  )

test('a plural shows the forms of source and translation apart, with their names', async () => {
  await draw({ one: 'Byte', other: 'Bytes' }, { one: 'Oktett', other: 'Oktetts' })
  expect(side('source')).toEqual(['one: Byte', 'other: Bytes'])
  expect(side('target')).toEqual(['one: Oktett', 'other: Oktetts'])
})

test('a key without any text says of each side what is missing', async () => {
  await draw({}, {})
  expect(side('source')).toEqual(['No source text'])
  expect(side('target')).toEqual(['Not translated yet'])
})

test('a text without a plural has no names of forms', async () => {
  await draw({ other: 'Byte' }, { other: 'Oktett' })
  expect([side('source'), side('target')]).toEqual([['Byte'], ['Oktett']])
})
