import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { SaxesParser } from 'saxes'
import { describe, expect, test } from 'vitest'
import { lawRuns } from '../../../scripts/lib/law-runs.ts'
import { EditError, type Format, formatById } from '../src/index.ts'
import { textOf } from './laws/pieces.ts'

// Checks the files after edits with another XML parser and strict readers of its result.

type Element = {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: (Element | string)[]
}

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

function parse(text: string): Element {
  const top: Element = { name: '', attributes: new Map(), children: [] }
  const open = [top]
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (error) => {
    throw new Error(`not XML: ${error.message}`)
  })
  parser.on('opentag', ({ name, attributes }) => {
    const element: Element = {
      name,
      attributes: new Map(Object.values(attributes).map((one) => [one.name, one.value])),
      children: [],
    }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  const push = (chars: string) => open.at(-1)?.children.push(chars)
  parser.on('text', push)
  parser.on('cdata', push)
  parser.on('closetag', () => open.pop())
  parser.write(text).close()
  const root = top.children.find((child) => typeof child !== 'string')
  if (root === undefined || typeof root === 'string') throw new Error('not XML: no element')
  return root
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

/**
 * aapt2's StringBuilder::AppendText for a string without styling, character by character. Null if it refuses
 * the string.
 */
function compiled(raw: string): string | null {
  const chars = [...raw.replace(/^[ \t\n\v\f\r]+|[ \t\n\v\f\r]+$/g, '')]
  let text = ''
  let isQuoted = false
  let wasSpace = false
  for (let at = 0; at < chars.length; at++) {
    const char = chars[at] ?? ''
    if (!isQuoted && /[ \t\n\v\f\r]/.test(char)) {
      if (!wasSpace) text += ' '
      wasSpace = true
      continue
    }
    wasSpace = false
    if (char === '"') isQuoted = !isQuoted
    else if (char === "'" && !isQuoted) return null
    else if (char !== '\\') text += char
    else {
      const escaped = chars[++at] ?? ''
      if (escaped === 'u') {
        const digits = chars.slice(at + 1, at + 5).join('')
        if (!/^[0-9a-fA-F]{4}$/.test(digits)) return null
        text += String.fromCharCode(Number.parseInt(digits, 16))
        at += 4
      } else text += escaped === 'n' ? '\n' : escaped === 't' ? '\t' : escaped
    }
  }
  return text
}
