import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lawRuns } from '../../../scripts/lib/law-runs.ts'
import { EditError, type Format, formatById } from '../src/index.ts'
import { textOf } from './laws/pieces.ts'
import { compiled, type Element, parse } from './xml-tree.ts'

// Checks the files after edits with another XML parser and strict readers of its result.

const anyText = textOf(
  '"',
  "'",
  '\\',
  '\n',
  '\t',
  '@',
  '?',
  '<b>',
  '</b>',
  '<',
  '&',
  '&amp;',
  '  ',
  '\\n',
  ']]>',
  '%s',
  '\r',
)
const formatOf = (id: string): Format => {
  const format = formatById(id)
  if (format === null) throw new Error(`no format ${id}`)
  return format
}

describe.each(['android-xml', 'apple-stringsdict', 'qt-ts', 'resx', 'xliff-1', 'xliff-2'])(
  'what is written into %s',
  (id) => {
    const format = formatOf(id)
    const files = wholeFiles(format)

    test('is valid XML, and strict readers read the same text', () => {
      expect(files.length).toBeGreaterThan(3)
      fc.assert(
        fc.property(fc.constantFrom(...files), fc.nat(), anyText, (bytes, pick, text) => {
          const document = format.read(bytes)
          const entry = [...document.entries.values()][pick % document.entries.size]
          if (entry === undefined) return
          const written = edited(() => format.edit(document, [{ kind: 'set', name: entry.name, text }]))
          if (written === null) return
          const root = parse(format.read(written).text)
          if (id === 'apple-stringsdict') expectPlist(root)
          if (id !== 'android-xml' || entry.unit !== undefined || entry.path.length > 1) return
          const string = root.children.find(
            (child): child is Element =>
              typeof child !== 'string' &&
              child.attributes.get('name') === entry.name &&
              child.name === 'string',
          )
          if (string?.children.every((child) => typeof child === 'string'))
            expect(compiled(string.children.join(''))).toBe(text)
        }),
        lawRuns(100),
      )
    })
  },
)

/** Returns the fixture files without issues that both parsers read. */
function wholeFiles(format: Format): readonly Uint8Array[] {
  const folder = new URL(`./fixtures/${format.id}/`, import.meta.url)
  return readdirSync(folder)
    .flatMap((name) =>
      readdirSync(new URL(`${name}/`, folder)).map((part) => new URL(`${name}/${part}`, folder)),
    )
    .filter((file) => /\/input\.\w+$/.test(file.pathname))
    .map((file) => new Uint8Array(readFileSync(file)))
    .filter((bytes) => {
      const document = format.read(bytes)
      return (
        document.issues.length === 0 &&
        document.entries.size > 0 &&
        edited(() => parse(document.text)) !== null
      )
    })
}

function edited<T>(run: () => T): T | null {
  try {
    return run()
  } catch (error) {
    if (error instanceof EditError || (error instanceof Error && error.message.startsWith('not XML: ')))
      return null
    throw error
  }
}

/** Checks PropertyList-1.0.dtd, where dictionaries alternate between keys and values. */
function expectPlist(root: Element): void {
  expect(root.name).toBe('plist')
  const visit = (element: Element): void => {
    const inner = element.children.filter((child) => typeof child !== 'string')
    if (element.name === 'dict') {
      expect(inner.length % 2).toBe(0)
      for (const [i, child] of inner.entries()) expect(child.name === 'key').toBe(i % 2 === 0)
    } else if (!['plist', 'array'].includes(element.name)) {
      expect(['key', 'string', 'integer', 'real', 'true', 'false', 'date', 'data']).toContain(element.name)
      expect(inner).toEqual([])
      return
    }
    expect(
      element.children
        .filter((child) => typeof child === 'string')
        .join('')
        .trim(),
    ).toBe('')
    inner.forEach(visit)
  }
  visit(root)
}
