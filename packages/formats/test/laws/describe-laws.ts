import type { EntryPath } from '@dragoman/core'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  type Document,
  EditError,
  type Entry,
  type EntryEdit,
  type Format,
  isWhole,
} from '../../src/index.ts'
import { identity, oneEdit, removeAndAdd, rename, textsOf, type Verdict } from './law.ts'
import { lawRuns } from './law-runs.ts'

export type Arbitraries = {
  /** Files, most of them whole. */
  readonly file: fc.Arbitrary<Uint8Array>
  readonly text: fc.Arbitrary<string>
  readonly path: fc.Arbitrary<EntryPath>
}

/** Of a hundred tries of each law, so many have to be carried out: refusing everything holds no law. */
export type Floors = {
  readonly set: number
  readonly removeAndAdd: number
  readonly rename: number
  readonly add: number
  readonly several: number
  readonly create: number
}

/** Well below what formats reach that can hold any name and text. */
const FLOORS: Floors = { set: 75, removeAndAdd: 75, rename: 75, add: 60, several: 60, create: 65 }

/**
 * The laws every format holds, on files made by `file`. A format that has to refuse more than most says its own
 * floors.
 */
export function describeLaws(
  format: Format,
  { file, text: anyText, path: anyPath }: Arbitraries,
  { numRuns = 100, floors = {} }: { readonly numRuns?: number; readonly floors?: Partial<Floors> } = {},
): void {
  const runs = lawRuns(numRuns)
  let done = { held: 0, refused: 0 }

  function count(verdict: Verdict): void {
    if (verdict.kind === 'broken') throw new Error(verdict.how)
    done[verdict.kind] += 1
  }

  function requireFloor(law: keyof Floors): void {
    const share = (100 * done.held) / (done.held + done.refused)
    expect(share, `of 100 tries carried out, law ${law}`).toBeGreaterThanOrEqual(
      { ...FLOORS, ...floors }[law],
    )
  }

  describe(`laws of ${format.id}`, () => {
    beforeEach(() => {
      done = { held: 0, refused: 0 }
    })

    test('no edit and edits that change nothing give the same bytes', () => {
      fc.assert(
        fc.property(file, (bytes) => {
          fc.pre(isWhole(format.read(bytes)))
          count(identity(format, bytes))
        }),
        runs,
      )
    })

    test('one edit changes its own value', () => {
      fc.assert(
        fc.property(file, fc.nat(), anyText, (bytes, pick, text) =>
          count(oneEdit(format, bytes, entryOf(format, bytes, pick), text)),
        ),
        runs,
      )
      requireFloor('set')
    })

    test('removing and adding change one name', () => {
      fc.assert(
        fc.property(file, fc.nat(), (bytes, pick) =>
          count(removeAndAdd(format, bytes, entryOf(format, bytes, pick))),
        ),
        runs,
      )
      requireFloor('removeAndAdd')
    })

    test('renaming changes one name', () => {
      fc.assert(
        fc.property(file, fc.nat(), (bytes, pick) =>
          count(rename(format, bytes, entryOf(format, bytes, pick))),
        ),
        runs,
      )
      requireFloor('rename')
    })

    test('adding puts one name in and nothing else', () => {
      fc.assert(
        fc.property(file, anyPath, anyText, fc.nat(), (bytes, path, text, pick) => {
          const document = format.read(bytes)
          fc.pre(isWhole(document))
          const after = [...document.entries.keys()].slice(0, pick % (document.entries.size + 1)).reverse()
          const edited = attempt(format, document, [
            { kind: 'add', path, text, after, comment: 'For whom\nit is' },
          ])
          count(edited === null ? REFUSED : HELD)
          if (edited === null) return
          expect(textsOf(whole(format, edited))).toEqual(textsOf(document).set(path.join('.'), text))
        }),
        runs,
      )
      requireFloor('add')
    })

    test('edits at once are the edits one after the other', () => {
      const steps = fc.array(fc.tuple(fc.nat(3), fc.nat(), anyPath, anyText), { maxLength: 6 })
      fc.assert(
        fc.property(file, steps, (bytes, wishes) => {
          const start = format.read(bytes)
          fc.pre(isWhole(start))
          let document = start
          const edits: EntryEdit[] = []
          for (const [kind, pick, path, text] of wishes) {
            const edit = editFor(document, { kind, pick, path, text })
            const next = edit === null ? null : attempt(format, document, [edit])
            if (edit === null) continue
            count(next === null ? REFUSED : HELD)
            if (next === null) continue
            edits.push(edit)
            document = whole(format, next)
          }
          expect(textsOf(whole(format, format.edit(start, edits)))).toEqual(textsOf(document))
        }),
        runs,
      )
      requireFloor('several')
    })

    test('a new file holds what was put in, in the style of another', () => {
      const additions = fc.array(fc.tuple(anyPath, anyText), { maxLength: 6 })
      fc.assert(
        fc.property(file, additions, (model, wishes) => {
          const expected = new Map<string, string>()
          const edits: EntryEdit[] = []
          const document = format.read(model)
          const style = isWhole(document) ? document : null
          for (const [path, text] of wishes) {
            const edit: EntryEdit = { kind: 'add', path, text, after: [...expected.keys()].reverse() }
            const isTaken = attemptNew(format, style, [...edits, edit]) !== null
            count(isTaken ? HELD : REFUSED)
            if (!isTaken) continue
            edits.push(edit)
            expected.set(path.join('.'), text)
          }
          const created = format.create(style, edits)
          expect(textsOf(whole(format, created))).toEqual(expected)
        }),
        runs,
      )
      requireFloor('create')
    })
  })
}

const HELD: Verdict = { kind: 'held' }
const REFUSED: Verdict = { kind: 'refused', code: '' }

function entryOf(format: Format, bytes: Uint8Array, pick: number): Entry {
  const document = format.read(bytes)
  const entry = [...document.entries.values()][pick % Math.max(document.entries.size, 1)]
  if (entry === undefined || !isWhole(document)) {
    fc.pre(false)
    throw new Error('unreachable')
  }
  return entry
}

function whole(format: Format, bytes: Uint8Array): Document {
  const document = format.read(bytes)
  expect(document.issues.filter((issue) => issue.severity === 'error')).toEqual([])
  return document
}

function attempt(format: Format, document: Document, edits: readonly EntryEdit[]): Uint8Array | null {
  return refused(() => format.edit(document, edits))
}

function attemptNew(format: Format, style: Document | null, edits: readonly EntryEdit[]): Uint8Array | null {
  return refused(() => format.create(style, edits))
}

function refused(run: () => Uint8Array): Uint8Array | null {
  try {
    return run()
  } catch (error) {
    if (error instanceof EditError) return null
    throw error
  }
}

function editFor(
  document: Document,
  step: { readonly kind: number; readonly pick: number; readonly path: EntryPath; readonly text: string },
): EntryEdit | null {
  const entry = [...document.entries.values()][step.pick % Math.max(document.entries.size, 1)]
  const name = entry?.name ?? ''
  if (step.kind === 0) return { kind: 'add', path: step.path, text: step.text, after: [name] }
  if (entry === undefined) return null
  if (step.kind === 1) return { kind: 'set', name, text: step.text }
  if (step.kind === 2) return { kind: 'remove', name }
  return { kind: 'rename', name, path: step.path }
}
