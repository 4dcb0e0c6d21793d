import { describe, expect, test } from 'vitest'
import { formatById, LIMITS } from '../src/index.ts'
import { parseXml } from '../src/source/parse-xml.ts'

// Files meant to make a reader or writer of XML slow. They take a second or two on an idle machine; the limit
// allows for a busy one.
const SLOW_MS = 10_000
const MB = 1024 * 1024
/** Large enough that quadratic time would take minutes. */
const TEXT = MB / 4

type Shape = {
  readonly id: string
  readonly open: string
  readonly close: string
  readonly item: (name: string, value: string) => string
}

const SHAPES: readonly Shape[] = [
  {
    id: 'android-xml',
    open: '<resources>',
    close: '</resources>',
    item: (name, value) => `<string name="${name}">${value}</string>`,
  },
  {
    id: 'apple-stringsdict',
    open: '<plist><dict>',
    close: '</dict></plist>',
    item: (name, value) =>
      `<key>${name}</key><dict><key>NSStringLocalizedFormatKey</key><string>${value}</string></dict>`,
  },
  {
    id: 'qt-ts',
    open: '<TS><context><name>c</name>',
    close: '</context></TS>',
    item: (name, value) => `<message><source>${name}</source><translation>${value}</translation></message>`,
  },
  {
    id: 'resx',
    open: '<root>',
    close: '</root>',
    item: (name, value) => `<data name="${name}"><value>${value}</value></data>`,
  },
  {
    id: 'xliff-1',
    open: '<xliff version="1.2"><file><body>',
    close: '</body></file></xliff>',
    item: (name, value) =>
      `<trans-unit id="${name}"><source>x</source><target>${value}</target></trans-unit>`,
  },
  {
    id: 'xliff-2',
    open: '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de"><file id="f">',
    close: '</file></xliff>',
    item: (name, value) =>
      `<unit id="${name}"><segment><source>x</source><target>${value}</target></segment></unit>`,
  },
]

describe('malicious XML', () => {
  test.each([
    ['200,000 tags that are opened, 10 MB', `<${'a'.repeat(48)}>\n`.repeat(200_000), 'too-deep'],
    ['end tags of nothing', `<r>${'</b>'.repeat(50_000)}</r>`, 'bad-tag'],
    ['signs below', `<r>${'<'.repeat(MB)}`, 'bad-tag'],
    ['signs below with blanks', `<r>${'< '.repeat(MB / 8)}</r>`, 'bad-tag'],
    ['opened quotes', `<r>${'<a b="'.repeat(MB / 6)}`, 'bad-tag'],
    ['opened quotes of both kinds', `<r>${`<a b='<a b="`.repeat(MB / 12)}`, 'bad-tag'],
    ['attributes without end', `<r ${'y="1" '.repeat(100_000)}/>`, 'unexpected-text'],
    ['an attribute of 10 MB', `<r x="${'z'.repeat(10 * MB)}"/>`, null],
    ['blanks in a tag', `<r${' '.repeat(MB)}`, 'unclosed'],
    ['ampersands', `<r>${'&'.repeat(MB)}</r>`, 'unknown-entity'],
    ['ampersands in an attribute', `<r x="${'&'.repeat(MB)}"/>`, 'unknown-entity'],
    [
      'a billion laughs',
      `<!DOCTYPE r [${Array.from({ length: 10 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join('')}]><r>&e10;</r>`,
      'doctype-not-allowed',
    ],
    ['brackets in a document type', `<!DOCTYPE r ${'['.repeat(MB)}`, 'unclosed'],
    ['quotes in a document type', `<!DOCTYPE r ${`"'`.repeat(MB / 2)}`, 'unclosed'],
    ['opened CDATA', `<r>${'<![CDATA['.repeat(MB / 9)}`, 'unclosed'],
    ['opened comments', `<r>${'<!--'.repeat(MB / 4)}`, 'unclosed'],
    ['values beyond the limit', `<r>${'<a/>'.repeat(LIMITS.values)}</r>`, 'too-many-values'],
  ])('%s take linear time', (_, text, code) => {
    const started = performance.now()
    const { issues } = parseXml(text)
    expect(performance.now() - started).toBeLessThan(SLOW_MS)
    if (code === null) expect(issues).toEqual([])
    else expect(issues.map((issue) => issue.code)).toContain(code)
    expect(issues.length).toBeLessThanOrEqual(LIMITS.warnings)
    for (const { span } of issues) expect(span.end).toBeLessThanOrEqual(text.length)
  })

  describe.each(SHAPES.map((shape) => [shape.id, shape] as const))('%s', (id, { open, close, item }) => {
    const format = formatById(id)
    if (format === null) throw new Error(`no format ${id}`)

    test.each([
      ['blanks', item('a', ' '.repeat(TEXT))],
      ['words', item('a', 'lorem '.repeat(TEXT / 6))],
      ['backslashes', item('a', '\\u12'.repeat(TEXT / 4))],
      ['quotes', item('a', `"'`.repeat(TEXT / 2))],
      ['carriage returns', item('a', '\r'.repeat(TEXT))],
      ['tags', item('a', '<b/>'.repeat(10_000))],
      ['nested tags', item('a', `${'<b>'.repeat(60)}${'</b>'.repeat(60)}`.repeat(60))],
      ['sections', item('a', '<![CDATA[x]]>'.repeat(10_000))],
      ['references', item('a', '&#65;'.repeat(TEXT / 5))],
      ['one name again and again', item('a', 't').repeat(4_000)],
      ['many names', Array.from({ length: 4_000 }, (_, i) => item(`n${i}`, 't')).join('')],
      ['comments before a text', `${'<!-- c -->\n'.repeat(10_000)}${item('a', 't')}`],
    ])('%s take linear time to read and to edit', { timeout: 3 * SLOW_MS }, (_, inner) => {
      const started = performance.now()
      const document = format.read(Buffer.from(`${open}${inner}${close}`))
      for (const { span } of document.issues) expect(span.end).toBeLessThanOrEqual(document.text.length)
      const [name] = document.entries.keys()
      if (name !== undefined && document.issues.every(({ severity }) => severity !== 'error')) {
        const again = format.read(format.edit(document, [{ kind: 'set', name, text: 'new & <text>' }]))
        expect(again.entries.get(name)?.text).toBe('new & <text>')
        expect(again.entries.size).toBe(document.entries.size)
      }
      expect(performance.now() - started).toBeLessThan(SLOW_MS)
    })
  })
})
