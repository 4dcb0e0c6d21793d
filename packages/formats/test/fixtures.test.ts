import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ALL_FORMATS, type EntryEdit, isWhole, lineColumnOf, type View } from '../src/index.ts'

// A case is a folder: input.<extension>, the expected result of reading it (expected.json) and, if it is
// edited, edits.json and output.<extension>. view.json defines which language and side of a file is read.
const FIXTURES = new URL('./fixtures/', import.meta.url)

describe.each(ALL_FORMATS.map((format) => [format.id, format] as const))('%s', (id, format) => {
  const folder = new URL(`${id}/`, FIXTURES)
  test('has fixtures', () => expect(existsSync(folder)).toBe(true))
  if (!existsSync(folder)) return

  describe.each(readdirSync(folder).sort())('%s', (name) => {
    const parts = readdirSync(new URL(`${name}/`, folder))
    const file = (part: string) => new URL(`${name}/${part}`, folder)
    const inputName = parts.find((part) => part.startsWith('input.')) ?? 'input'
    const input = readFileSync(file(inputName))
    const view: View | undefined = parts.includes('view.json')
      ? JSON.parse(readFileSync(file('view.json'), 'utf8'))
      : undefined
    const document = format.read(input, view)

    test('is read as expected', () => {
      const entries = [...document.entries.values()].map((entry) => {
        const more = {
          ...(entry.state ? { state: entry.state } : {}),
          ...(entry.comment ? { comment: entry.comment } : {}),
        }
        return [entry.name, entry.text, ...(Object.keys(more).length > 0 ? [more] : [])]
      })
      const issues = document.issues.map(({ code, span }) => {
        const { line, column } = lineColumnOf(document.text, span.start)
        return [code, line, column]
      })
      expect({ entries, issues }).toEqual(JSON.parse(readFileSync(file('expected.json'), 'utf8')))
    })

    test('is written back byte for byte, or not at all', () => {
      if (!isWhole(document)) {
        expect(() => format.edit(document, [])).toThrow('not-whole')
        return
      }
      expect(Buffer.from(format.edit(document, [])).equals(input)).toBe(true)
    })

    if (!parts.includes('edits.json')) return
    test('is edited as expected', () => {
      const edits: EntryEdit[] = JSON.parse(readFileSync(file('edits.json'), 'utf8'))
      const output = Buffer.from(format.edit(document, edits))
      expect(output.toString('latin1')).toBe(
        readFileSync(file(inputName.replace('input', 'output'))).toString('latin1'),
      )
    })
  })
})
