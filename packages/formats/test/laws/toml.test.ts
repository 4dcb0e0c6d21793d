import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lawRuns } from '../../../../scripts/lib/law-runs.ts'
import { type EntryEdit, toml } from '../../src/index.ts'
import { tomlText as anyText, tomlKey as key, manyFile, tomlFile, TOML_VIEW as VIEW } from '../toml-file.ts'
import { identity, oneEdit, removeAndAdd, rename, textsOf } from './law.ts'

const RUNS = lawRuns(150)

describe.each([
  ['one language', tomlFile],
  ['many languages', manyFile],
])('laws of TOML with %s', (_, file) => {
  test('no edit and edits that change nothing give the same bytes', () => {
    fc.assert(
      fc.property(file, (bytes) => {
        expect(identity(toml, bytes, VIEW)).toEqual({ kind: 'held' })
      }),
      RUNS,
    )
  })

  test('setting one text changes its value only', () => {
    fc.assert(
      fc.property(file, fc.nat(), anyText, (bytes, pick, text) => {
        const entry = entryOf(bytes, pick)
        fc.pre(entry !== undefined)
        expect(oneEdit(toml, bytes, entry, text, VIEW)).toEqual({ kind: 'held' })
      }),
      RUNS,
    )
  })

  test('removing, adding again and renaming change one name', () => {
    let refused = 0
    fc.assert(
      fc.property(file, fc.nat(), (bytes, pick) => {
        const entry = entryOf(bytes, pick)
        fc.pre(entry !== undefined)
        for (const verdict of [removeAndAdd(toml, bytes, entry, VIEW), rename(toml, bytes, entry, VIEW)]) {
          if (verdict.kind === 'broken') expect(verdict).toEqual({ kind: 'held' })
          if (verdict.kind === 'refused') refused++
        }
      }),
      RUNS,
    )
    expect(refused).toBeLessThan(RUNS.numRuns)
  })

  test('adding adds one name and nothing else', () => {
    fc.assert(
      fc.property(
        file,
        fc.array(key, { minLength: 1, maxLength: 3 }),
        anyText,
        fc.nat(),
        (bytes, path, text, pick) => {
          const document = toml.read(bytes, VIEW)
          const name = path.join('.')
          fc.pre(!document.entries.has(name))
          const after = [...document.entries.keys()].slice(0, pick % (document.entries.size + 1)).reverse()
          const edited = attempt(() =>
            toml.edit(document, [
              { kind: 'add', path, text, after, unit: { name, plural: 'none', form: 'other', path } },
            ]),
          )
          fc.pre(edited !== null)
          expect(textsOf(toml.read(edited, VIEW))).toEqual(textsOf(document).set(name, text))
        },
      ),
      RUNS,
    )
  })

  test('a new file in the style of another contains what was added', () => {
    fc.assert(
      fc.property(
        file,
        fc.uniqueArray(fc.tuple(fc.constantFrom('k1', 'k2', 'k3', 'k4 x'), anyText), {
          selector: ([name]) => name,
        }),
        (model, additions) => {
          const edits = additions.map(
            ([name, text]): EntryEdit => ({ kind: 'add', path: [name], text, after: [] }),
          )
          const created = toml.create(toml.read(model, VIEW), edits, VIEW)
          expect(textsOf(toml.read(created, VIEW))).toEqual(new Map(additions))
        },
      ),
      RUNS,
    )
  })
})

function entryOf(bytes: Uint8Array, pick: number) {
  const entries = [...toml.read(bytes, VIEW).entries.values()]
  return entries[pick % Math.max(1, entries.length)]
}

function attempt<T>(run: () => T): T | null {
  try {
    return run()
  } catch (error) {
    if (error instanceof Error && error.name === 'EditError') return null
    throw error
  }
}
