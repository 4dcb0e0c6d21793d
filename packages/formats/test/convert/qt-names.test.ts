import { expect, test } from 'vitest'
import { type Content, convert, type FileUnit } from '../../src/index.ts'
import { qtTs } from '../../src/qt/qt-ts.ts'

test('keys of Qt keep their source texts in a new Qt file, although the catalog has others', () => {
  const keys = [
    ['Main|Opne', ['Main', 'Opne'], 'Open', 'Ouvrir'],
    ['Main|Opne|a door', ['Main', 'Opne', 'a door'], 'Open the door', 'Ouvrir la porte'],
    ['Main|Line\\nbreak', ['Main', 'Line\nbreak'], 'A line', 'Une ligne'],
    ['close', ['close'], 'Close', 'Fermer'],
  ] as const
  const unit = (name: string, path: readonly string[], other: string): FileUnit => {
    return { name, path, plural: 'none', forms: { other }, present: [] }
  }
  const content: Content = {
    sourceLanguage: 'en',
    syntax: 'qt',
    languages: new Map([
      ['en', keys.map(([name, path, english]) => unit(name, path, english))],
      ['fr', keys.map(([name, path, , french]) => unit(name, path, french))],
    ]),
    keys: keys.map(([name]) => ({ name, plural: 'none' })),
    encoding: null,
    format: null,
  }
  const { bytes, report } = convert(content, { format: qtTs, language: 'fr' })
  const entries = [...qtTs.read(bytes, { language: 'fr', side: 'target' }).entries.values()]
  expect(entries.map(({ name, path, source, text }) => [name, path, source, text])).toEqual([
    ['Main|Opne', ['Main', 'Opne'], 'Opne', 'Ouvrir'],
    ['Main|Opne|a door', ['Main', 'Opne', 'a door'], 'Opne', 'Ouvrir la porte'],
    ['Main|Line\\nbreak', ['Main', 'Line\nbreak'], 'Line\nbreak', 'Une ligne'],
    ['close', ['close'], 'Close', 'Fermer'],
  ])
  expect(report).toEqual([])
})
