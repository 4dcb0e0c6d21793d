import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type EntryEdit, i18nextJson, placeOf } from '../src/index.ts'

// A case is a folder: input.json, what is read from it (expected.json) and, where it is edited, edits.json and output.json.
const FOLDER = new URL('./fixtures/i18next-json/', import.meta.url)

describe.each(readdirSync(FOLDER).sort())('%s', (name) => {
  const file = (part: string) => new URL(`${name}/${part}`, FOLDER)
  const input = readFileSync(file('input.json'))
  const document = i18nextJson.read(input)

  test('is read as expected', () => {
    const entries = [...document.entries.values()].map((entry) => [entry.name, entry.text])
    const issues = document.issues.map(({ code, span }) => {
      const { line, column } = placeOf(document.text, span.start)
      return [code, line, column]
    })
    expect({ entries, issues }).toEqual(JSON.parse(readFileSync(file('expected.json'), 'utf8')))
  })

  test('is written back byte for byte, or not at all', () => {
    if (document.issues.some((issue) => issue.severity === 'error')) {
      expect(() => i18nextJson.edit(document, [])).toThrow('not-whole')
      return
    }
    expect(Buffer.from(i18nextJson.edit(document, [])).equals(input)).toBe(true)
  })

  if (!existsSync(file('edits.json'))) return
  test('is edited as expected', () => {
    const edits: EntryEdit[] = JSON.parse(readFileSync(file('edits.json'), 'utf8'))
    const output = Buffer.from(i18nextJson.edit(document, edits))
    expect(output.toString('latin1')).toBe(readFileSync(file('output.json')).toString('latin1'))
  })
})
