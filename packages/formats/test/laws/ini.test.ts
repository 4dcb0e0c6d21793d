import { expect, test } from 'vitest'
import type { EntryEdit } from '../../src/index.ts'
import { ini } from '../../src/ini/ini.ts'

test.each([
  ['"quoted"', `'"quoted"'`],
  ['Press "Start" now', `'Press "Start" now'`],
  ['costs $5', "'costs $5'"],
  ['ends with \\', "'ends with \\'"],
  ['plain; and = more', '"plain; and = more"'],
])('a file that PHP reads gets %s as PHP reads it', (wanted, raw) => {
  const document = ini.read(Buffer.from('COM_A="One"\nCOM_B="Two"\n'))
  const edits: EntryEdit[] = [
    { kind: 'set', name: 'COM_A', text: wanted },
    { kind: 'add', path: ['COM_C'], text: wanted, after: ['COM_B'] },
  ]
  const edited = Buffer.from(ini.edit(document, edits)).toString()
  expect(edited).toBe(`COM_A=${raw}\nCOM_B="Two"\nCOM_C=${raw}\n`)
  expect(ini.read(Buffer.from(edited)).entries.get('COM_A')?.text).toBe(wanted)
})

test('a text that PHP cannot read in any quotes is refused', () => {
  const document = ini.read(Buffer.from('COM_A="One"\nCOM_B="Two"\n'))
  expect(() =>
    ini.edit(document, [{ kind: 'set', name: 'COM_A', text: `it's "quoted" for \${HOME}` }]),
  ).toThrow('not-representable')
})
