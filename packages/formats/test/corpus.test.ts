import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Detection, type Document, detectProjects, i18nextJson } from '../src/index.ts'
import { countLineChanges } from './count-line-changes.ts'

// Real projects' files. They lie beside the repository, not in it; without them there is nothing to test here.
const CORPUS = new URL('../../../../shared/corpus/i18next-json/', import.meta.url).pathname
const SAMPLED_ENTRIES = 40

const projects = existsSync(CORPUS) ? readdirSync(CORPUS).sort() : []
const files = projects.flatMap((project) => filesBelow(join(CORPUS, project)).filter((path) => path.endsWith('.json')))

const isAbsent = files.length === 0

describe.skipIf(isAbsent)(isAbsent ? 'real projects (skipped: the corpus is not beside this repository)' : 'real projects', () => {
  test('is read without errors', () => {
    expect(files.length).toBeGreaterThan(70)
    for (const path of files) {
      expect(
        read(path).issues.filter((issue) => issue.severity === 'error'),
        path,
      ).toEqual([])
    }
  })

  test.each(files.map((path) => [relative(CORPUS, path), path]))('%s', (_, path) => {
    const bytes = readFileSync(path)
    const document = i18nextJson.read(bytes)
    expect(Buffer.from(i18nextJson.edit(document, [])).equals(bytes)).toBe(true)
    const entries = [...document.entries.values()]
    const untouched = entries.map((entry) => ({ kind: 'set' as const, name: entry.name, text: entry.text }))
    expect(Buffer.from(i18nextJson.edit(document, untouched)).equals(bytes)).toBe(true)

    const step = Math.max(1, Math.floor(entries.length / SAMPLED_ENTRIES))
    for (let i = 0; i < entries.length; i += step) {
      const entry = entries[i]!
      const text = `«${entry.text}» "ż\\"`
      const edited = i18nextJson.edit(document, [{ kind: 'set', name: entry.name, text }])
      expect(countLineChanges(document.text, decode(edited))).toEqual({ removed: 1, added: 1 })
      expect(differences(i18nextJson.read(edited), texts(document).set(entry.name, text))).toEqual([])
    }
  })

  test.each(files.map((path) => [relative(CORPUS, path), path]))('%s takes back a removed entry', (_, path) => {
    const document = read(path)
    const names = [...document.entries.keys()]
    const step = Math.max(1, Math.floor(names.length / 10))
    for (let i = 0; i < names.length; i += step) {
      const entry = document.entries.get(names[i]!)!
      const without = i18nextJson.read(i18nextJson.edit(document, [{ kind: 'remove', name: entry.name }]))
      const expected = texts(document)
      expected.delete(entry.name)
      expect(differences(without, expected)).toEqual([])

      const after = names.slice(0, i).reverse()
      const edited = i18nextJson.edit(without, [{ kind: 'add', path: entry.path, text: entry.text, after }])
      const again = i18nextJson.read(edited)
      expect(differences(again, texts(document))).toEqual([])
      const removedLines = countLineChanges(document.text, without.text)
      const addedLines = countLineChanges(without.text, again.text)
      expect(removedLines.removed - removedLines.added).toBe(addedLines.added - addedLines.removed)
      // The last line of an object gives its comma away or gets one: one line more on both sides.
      expect(addedLines.removed).toBeLessThanOrEqual(1)
    }
  })

  const expected: Record<string, Partial<Detection> & { readonly languages: number }> = {
    RSSNext__Folo: { pattern: 'locales/{ns}/{lng}.json', sourceLanguage: 'en', languages: 4 },
    excalidraw__excalidraw: { pattern: 'packages/excalidraw/locales/{lng}.json', sourceLanguage: 'en', languages: 9 },
    outline__outline: { pattern: 'shared/i18n/locales/{lng}/{ns}.json', sourceLanguage: 'en-US', languages: 5 },
    photoview__photoview: { pattern: 'ui/src/extractedTranslations/{lng}/{ns}.json', sourceLanguage: 'en', languages: 12 },
  }
  test.each(projects)('%s is found from its root and from each folder on the way', (project) => {
    const { languages, pattern, sourceLanguage } = expected[project]!
    const base = pattern!.slice(0, pattern!.indexOf('{')).split('/').slice(0, -1)
    for (let depth = 0; depth <= base.length; depth++) {
      const folder = join(CORPUS, project, ...base.slice(0, depth))
      const found = filesBelow(folder).map((path) => ({ path: relative(folder, path), bytes: statSync(path).size }))
      const best = detectProjects(found)[0]!
      expect(best.pattern).toBe(pattern!.split('/').slice(depth).join('/'))
      expect(best.sourceLanguage).toBe(sourceLanguage)
      expect(new Set(best.files.map((file) => file.language)).size).toBe(languages)
      const skipped = best.skipped.map((file) => file.path)
      expect(best.files.length + skipped.length).toBe(found.length)
      expect(skipped.filter((path) => !path.endsWith('percentages.json'))).toEqual([])
    }
  })
})

function read(path: string): Document {
  return i18nextJson.read(readFileSync(path))
}

function texts(document: Document): Map<string, string> {
  return new Map([...document.entries.values()].map((entry) => [entry.name, entry.text]))
}

/** Names whose text is not the expected one; `toEqual` on maps of thousands takes seconds here. */
function differences(document: Document, expected: ReadonlyMap<string, string>): readonly string[] {
  const actual = texts(document)
  return [...new Set([...actual.keys(), ...expected.keys()])].filter((name) => actual.get(name) !== expected.get(name))
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).replace(/^\ufeff/, '')
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
