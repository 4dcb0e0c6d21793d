import type { EntryPath } from '@dragoman/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lawRuns } from '../../../../scripts/lib/law-runs.ts'
import {
  type Document,
  EditError,
  type Entry,
  type EntryEdit,
  type Format,
  formatById,
  isWhole,
  unitEntryName,
} from '../../src/index.ts'
import { jsonFile } from '../json-file.ts'
import { phpFile } from '../php-file.ts'
import { manyFile, TOML_VIEW, tomlFile } from '../toml-file.ts'
import { yamlFile } from '../yaml-file.ts'
import { textsOf } from './law.ts'

// All entries below a key are renamed together: the branch is renamed or moves, with everything in it.

const RUNS = lawRuns(150, 15)
const VIEW = TOML_VIEW

describe.each([
  ['YAML', 'yaml', yamlFile(null)],
  ['Rails YAML', 'rails-yaml', yamlFile('de')],
  ['PHP', 'php-array', phpFile],
  ['i18next JSON', 'i18next-json', jsonFile],
  ['vue-i18n JSON', 'vue-i18n-json', jsonFile],
  ['JSON5', 'json5', jsonFile],
  ['TOML with one language', 'toml', tomlFile],
  ['TOML with many languages', 'toml', manyFile],
] as const)('branches of %s', (_, id, file) => {
  const format = formatById(id)
  if (format === null) throw new Error(id)

  test.each([
    ['stay where they are under another name', (path: EntryPath) => [...path.slice(0, -1), 'renamed']],
    ['move to a new parent', () => ['new', 'parent', 'renamed']],
    ['move to the top', () => ['renamed']],
    ['move to an existing parent', (_: EntryPath, other: EntryPath) => [...other.slice(0, -1), 'renamed']],
  ])('%s, with the same texts', (__, targetOf) => {
    const done = { held: 0, refused: 0 }
    fc.assert(
      fc.property(file, fc.nat(), fc.nat(), fc.nat(), (bytes, pick, depth, pickOther) => {
        const document = format.read(bytes, VIEW)
        const nested = [...document.entries.values()].filter(({ path }) => path.length > 1)
        const path = branchOf(nested[pick % Math.max(nested.length, 1)], depth)
        const other = [...document.entries.values()][pickOther % Math.max(document.entries.size, 1)]
        fc.pre(isWhole(document) && path !== null && other !== undefined)
        const target = targetOf(path, other.path)
        fc.pre(typeof target.at(-1) === 'string' && !isWithin(target, path))
        const inside = [...document.entries.values()].filter((entry) => isWithin(entry.path, path))
        const edits = inside.map((entry) => renamed(entry, path, target))
        const edited = attempt(() => format.edit(document, edits))
        done[edited === null ? 'refused' : 'held']++
        if (edited !== null) expectTexts(format, edited, expectedTexts(document, edits))
      }),
      RUNS,
    )
    expect(done.held).toBeGreaterThan(done.refused * 2)
  })

  test('an entry moves to another parent with its text', () => {
    const done = { held: 0, refused: 0 }
    fc.assert(
      fc.property(file, fc.nat(), fc.nat(), (bytes, pick, pickOther) => {
        const document = format.read(bytes, VIEW)
        const entries = [...document.entries.values()].filter(
          ({ unit }) => (unit?.plural ?? 'none') === 'none',
        )
        const entry = entries[pick % Math.max(entries.length, 1)]
        const other = entries[pickOther % Math.max(entries.length, 1)]
        fc.pre(isWhole(document) && entry !== undefined && other !== undefined)
        const edits = [renamed(entry, entry.path, [...other.path.slice(0, -1), 'renamed'])]
        const edited = attempt(() => format.edit(document, edits))
        done[edited === null ? 'refused' : 'held']++
        if (edited !== null) expectTexts(format, edited, expectedTexts(document, edits))
      }),
      RUNS,
    )
    expect(done.held).toBeGreaterThan(done.refused * 2)
  })
})

/** Returns the path of a branch that contains an entry. */
function branchOf(entry: Entry | undefined, depth: number): EntryPath | null {
  if (entry === undefined) return null
  const path = entry.unit?.path ?? entry.path
  const length = Math.max(1, path.length - 1)
  return path.slice(0, 1 + (depth % length))
}

function isWithin(path: EntryPath, branch: EntryPath): boolean {
  return branch.every((part, i) => path[i] === part)
}

function renamed({ name, path, unit }: Entry, branch: EntryPath, target: EntryPath): EntryEdit {
  const move = (old: EntryPath) => [...target, ...old.slice(branch.length)]
  if (unit === undefined) return { kind: 'rename', name, path: move(path) }
  const own = move(unit.path)
  return { kind: 'rename', name, path: move(path), unit: { ...unit, name: own.join('.'), path: own } }
}

function expectTexts(format: Format, bytes: Uint8Array, texts: ReadonlyMap<string, string>): void {
  const document = format.read(bytes, VIEW)
  expect(document.issues.filter(({ severity }) => severity === 'error')).toEqual([])
  expect(textsOf(document)).toEqual(texts)
}

function expectedTexts(document: Document, edits: readonly EntryEdit[]): Map<string, string> {
  const texts = textsOf(document)
  for (const edit of edits) {
    if (edit.kind !== 'rename') continue
    texts.set(
      edit.unit === undefined ? edit.path.join('.') : unitEntryName(edit.unit),
      texts.get(edit.name) ?? '',
    )
  }
  for (const edit of edits) if (edit.kind === 'rename') texts.delete(edit.name)
  return texts
}

function attempt(run: () => Uint8Array): Uint8Array | null {
  try {
    return run()
  } catch (error) {
    if (error instanceof EditError) return null
    throw error
  }
}
