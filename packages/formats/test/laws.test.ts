import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lawRuns } from '../../../scripts/lib/law-runs.ts'
import { type Document, type Entry, type EntryEdit, i18nextJson } from '../src/index.ts'
import { parseJson } from '../src/source/json.ts'
import { jsonFile } from './json-file.ts'

const RUNS = lawRuns(150)

describe('laws of i18next JSON', () => {
  test('no edit and edits that change nothing give the same bytes', () => {
    fc.assert(
      fc.property(jsonFile, (bytes) => {
        const document = wholeDocument(bytes)
        expect(same(i18nextJson.edit(document, []), bytes)).toBe(true)
        const sets = [...document.entries.values()].map(
          ({ name, text }): EntryEdit => ({ kind: 'set', name, text }),
        )
        expect(same(i18nextJson.edit(document, sets), bytes)).toBe(true)
      }),
      RUNS,
    )
  })

  test('the reader accepts what JSON.parse accepts and sees the same texts', () => {
    fc.assert(
      fc.property(jsonFile, (bytes) => {
        const document = wholeDocument(bytes)
        const value: unknown = JSON.parse(document.text)
        for (const entry of document.entries.values())
          expect(lookUp(value, entry)?.replaceAll(/\p{Surrogate}/gu, '\ufffd')).toBe(entry.text)
      }),
      RUNS,
    )
  })

  test('setting one text changes its value only', () => {
    fc.assert(
      fc.property(jsonFile, fc.nat(), anyText, (bytes, pick, text) => {
        const document = wholeDocument(bytes)
        const entry = pickEntry(document, pick)
        fc.pre(entry !== null)
        const edited = i18nextJson.read(i18nextJson.edit(document, [{ kind: 'set', name: entry.name, text }]))
        expect(texts(edited)).toEqual(texts(document).set(entry.name, text))
        // Setting an empty text also removes its duplicates; otherwise only the value's own characters
        // differ.
        fc.pre(text !== '')
        expect(edited.text.slice(0, entry.span.start)).toBe(document.text.slice(0, entry.span.start))
        expect(edited.text.endsWith(document.text.slice(entry.span.end))).toBe(true)
      }),
      RUNS,
    )
  })

  test('changing a text and changing it back gives the same texts', () => {
    fc.assert(
      fc.property(jsonFile, fc.nat(), anyText, (bytes, pick, text) => {
        const document = wholeDocument(bytes)
        const entry = pickEntry(document, pick)
        fc.pre(entry !== null)
        const there = i18nextJson.read(i18nextJson.edit(document, [{ kind: 'set', name: entry.name, text }]))
        const back = i18nextJson.read(
          i18nextJson.edit(there, [{ kind: 'set', name: entry.name, text: entry.text }]),
        )
        expect(texts(back)).toEqual(texts(document))
      }),
      RUNS,
    )
  })

  test('removing removes one name and nothing else', () => {
    fc.assert(
      fc.property(jsonFile, fc.nat(), (bytes, pick) => {
        const document = wholeDocument(bytes)
        const entry = pickEntry(document, pick)
        fc.pre(entry !== null)
        const edited = wholeDocument(i18nextJson.edit(document, [{ kind: 'remove', name: entry.name }]))
        const expected = texts(document)
        expected.delete(entry.name)
        expect(texts(edited)).toEqual(expected)
        // Values that a removed key overrode are removed too, otherwise they would become effective.
        if (!document.issues.some((issue) => issue.code === 'duplicate-key'))
          expect(otherValues(edited)).toEqual(otherValues(document))
      }),
      RUNS,
    )
  })

  test('adding adds one name and nothing else', () => {
    fc.assert(
      fc.property(jsonFile, newPath, anyText, fc.nat(), (bytes, path, text, pick) => {
        const document = wholeDocument(bytes)
        const name = path.join('.')
        fc.pre(![...document.entries.keys()].some((other) => other === name || other.startsWith(`${name}.`)))
        const after = [...document.entries.keys()].slice(0, pick % (document.entries.size + 1)).reverse()
        const edit = attempt(document, [{ kind: 'add', path, text, after }])
        fc.pre(edit !== null)
        const edited = wholeDocument(edit)
        expect(texts(edited)).toEqual(texts(document).set(name, text))
      }),
      RUNS,
    )
  })

  test('renaming keeps the text and everything else', () => {
    fc.assert(
      fc.property(jsonFile, fc.nat(), newPath, (bytes, pick, path) => {
        const document = wholeDocument(bytes)
        const entry = pickEntry(document, pick)
        fc.pre(entry !== null)
        const edit = attempt(document, [{ kind: 'rename', name: entry.name, path }])
        fc.pre(edit !== null)
        const expected = texts(document)
        expected.delete(entry.name)
        expect(texts(wholeDocument(edit))).toEqual(expected.set(path.join('.'), entry.text))
      }),
      RUNS,
    )
  })

  test('several edits together equal the same edits one by one', () => {
    fc.assert(
      fc.property(
        jsonFile,
        fc.array(fc.tuple(fc.nat(3), fc.nat(), newPath, anyText), { maxLength: 6 }),
        (bytes, steps) => {
          let document = wholeDocument(bytes)
          const start = document
          const edits: EntryEdit[] = []
          for (const [kind, pick, path, text] of steps) {
            const edit = editFor(document, { kind, pick, path, text })
            const next = edit === null ? null : attempt(document, [edit])
            if (edit === null || next === null) continue
            edits.push(edit)
            document = wholeDocument(next)
          }
          expect(texts(wholeDocument(i18nextJson.edit(start, edits)))).toEqual(texts(document))
        },
      ),
      RUNS,
    )
  })

  test('a new file contains what was added', () => {
    fc.assert(
      fc.property(jsonFile, fc.array(fc.tuple(newPath, anyText), { maxLength: 8 }), (model, additions) => {
        const expected = new Map<string, string>()
        const edits: EntryEdit[] = []
        for (const [path, text] of additions) {
          const name = path.join('.')
          if ([...expected.keys()].some((other) => other.startsWith(`${name}.`))) continue
          expected.set(name, text)
          edits.push({ kind: 'add', path, text, after: [] })
        }
        const created = wholeDocument(i18nextJson.create(wholeDocument(model), edits))
        expect(texts(created)).toEqual(expected)
      }),
      RUNS,
    )
  })
})

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', 'naïve', '«żółć»', '😀', 'a\n"b"\\/', '\u2028', '</b>', '😁'),
)
const part = fc.constantFrom(
  'a',
  'b',
  'title',
  '__proto__',
  'constructor',
  '10',
  '2',
  'Hello. World',
  'x.y',
  'ä',
)
const newPath = fc
  .tuple(
    part,
    fc.array(fc.oneof({ weight: 4, arbitrary: part }, { weight: 1, arbitrary: fc.nat(4) }), { maxLength: 3 }),
  )
  .map(([first, rest]) => [first, ...rest])

function wholeDocument(bytes: Uint8Array): Document {
  const document = i18nextJson.read(bytes)
  expect(document.issues.filter((issue) => issue.severity === 'error')).toEqual([])
  return document
}

function texts(document: Document): Map<string, string> {
  return new Map([...document.entries.values()].map((entry) => [entry.name, entry.text]))
}

function pickEntry(document: Document, pick: number): Entry | null {
  return [...document.entries.values()][pick % Math.max(document.entries.size, 1)] ?? null
}

function attempt(document: Document, edits: readonly EntryEdit[]): Uint8Array | null {
  try {
    return i18nextJson.edit(document, edits)
  } catch (error) {
    if (error instanceof Error && error.name === 'EditError') return null
    throw error
  }
}

function editFor(
  document: Document,
  step: { kind: number; pick: number; path: (string | number)[]; text: string },
): EntryEdit | null {
  const entry = pickEntry(document, step.pick)
  const name = entry?.name ?? ''
  if (step.kind === 0) return { kind: 'add', path: step.path, text: step.text, after: [name] }
  if (entry === null) return null
  if (step.kind === 1) return { kind: 'set', name, text: step.text }
  if (step.kind === 2) return { kind: 'remove', name }
  return { kind: 'rename', name, path: step.path }
}

function lookUp(value: unknown, entry: Entry): string | undefined {
  let at: unknown = value
  for (const step of entry.path) at = Object.getOwnPropertyDescriptor(at, step)?.value
  return typeof at === 'string' ? at : undefined
}

/** Returns the numbers, true, false and null in objects, in file order; arrays can get additional nulls. */
function otherValues(document: Document): readonly string[] {
  const tree = parseJson(document.text)
  const found: string[] = []
  const visit = (node: typeof tree.root): void => {
    if (node?.kind !== 'object') return
    for (const member of node.members) {
      if (member.value.kind === 'literal')
        found.push(document.text.slice(member.keyStart, member.value.end).replaceAll(/\s/g, ''))
      visit(member.value)
    }
  }
  visit(tree.root)
  return found
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.from(a).equals(b)
}
