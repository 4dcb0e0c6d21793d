import fc from 'fast-check'
import { describe, test } from 'vitest'
import { isAndroidReference } from '../../src/android/android-text.ts'
import { type Document, isWhole } from '../../src/index.ts'
import { compiled, type Element, parse } from '../xml-tree.ts'
import {
  compareFiles,
  type Difference,
  damaged,
  formatOf,
  orNull,
  pathId,
  type Reading,
  textsOf,
  wellFormed,
} from './compare-files.ts'

const good = fc.constantFrom(
  'a',
  'two words',
  'é',
  '日',
  '😀',
  ' ',
  '  ',
  '\n',
  '\n    ',
  '\t',
  '&amp;',
  '&lt;',
  '&gt;',
  '&quot;',
  '&apos;',
  '&#233;',
  '&#x1F600;',
  '&#10;',
  '&#13;',
  '&#9;',
  '&amp;amp;',
  '<![CDATA[x <b> & y]]>',
  '<![CDATA[]]>',
  '"',
  '>',
  ']]',
  '%1$s',
  '{0}',
  '\u00a0',
  '\u2028',
  '\u0085',
  '\u007f',
)
const bad = fc.constantFrom(
  '&',
  '<',
  '&foo;',
  ']]>',
  '\u0001',
  '&#0;',
  '&#xD800;',
  '&#;',
  '&lt',
  '<b',
  '\ufffe',
  '<!--',
  '-- -->',
  '<!-- -- -->',
  '<![CDATA[',
  '&#x110000;',
  '</b>',
  '&#X41;',
)
const DAMAGE = [
  '<',
  '>',
  '&',
  '"',
  "'",
  '/',
  '/>',
  '<a>',
  '</a>',
  '=',
  ' ',
  'a="1" ',
  '<!-- c -->',
  '<!-- ',
  ']]>',
  '<?pi x?>',
  '<![CDATA[',
  '&amp;',
  'xml:',
  '<!DOCTYPE x>',
  '\u0001',
  '<?xml version="1.0"?>',
  '\n',
]

type Slots = (contents: readonly string[]) => string

type XmlFormat = {
  readonly id: string
  /** Pieces of a text that the format gives a meaning, in addition to those of XML. */
  readonly pieces: readonly string[]
  readonly write: Slots
  readonly read: (root: Element) => Reading
  readonly isRefused?: (document: Document) => boolean
  readonly textPieces?: readonly string[]
}

const child = (element: Element | undefined, name: string) => all(element, name)[0]
const all = (element: Element | undefined, name: string): Element[] =>
  (element?.children ?? []).filter((one): one is Element => typeof one !== 'string' && one.name === name)
const said = (element: Element | undefined) =>
  (element?.children ?? []).filter((one) => typeof one === 'string').join('')

const FORMATS: readonly XmlFormat[] = [
  {
    id: 'resx',
    pieces: ['<!-- c -->', '<?pi x?>'],
    write: (all) =>
      `<?xml version="1.0" encoding="utf-8"?>\n<root>\n  <!-- head -->\n${all.map((one, i) => `  <data name="k${i}"${i % 2 === 0 ? ' xml:space="preserve"' : ''}><value>${one}</value>${i === 1 ? '<comment>c</comment>' : ''}</data>\n`).join('')}</root>\n`,
    read: (root) =>
      new Map(
        all(root, 'data').map((data) => {
          const text = said(child(data, 'value'))
          const isKept =
            [data, child(data, 'value')].some((one) => one?.attributes.get('xml:space') === 'preserve') ||
            /[^ \t\r\n]/.test(text)
          return [pathId([data.attributes.get('name') ?? '']), isKept ? text : '']
        }),
      ),
  },
  {
    id: 'android-xml',
    pieces: [
      "\\'",
      '\\"',
      '\\n',
      '\\\\',
      '\\u00e9',
      '\\@',
      "'",
      '"',
      '@',
      '?',
      '\\x',
      '\\u12',
      '<!-- c -->',
      '\\ ',
      '\\t',
      '\\\n',
      '\\u0020',
    ],
    write: (all) =>
      `<?xml version="1.0" encoding="utf-8"?>\n<resources>\n${all.map((one, i) => `    <string name="k${i}">${one}</string>\n`).join('')}</resources>\n`,
    read: (root) => {
      const found = new Map<string, string>()
      for (const string of all(root, 'string')) {
        const raw = said(string)
        // aapt2 trims what C calls white space: no no-break spaces.
        if (isAndroidReference(raw.replace(/^[ \t-\r]+|[ \t-\r]+$/g, ''))) continue
        const text = compiled(raw)
        if (text === null) throw new Error('aapt2 refuses it')
        found.set(pathId([string.attributes.get('name') ?? '']), wellFormed(text))
      }
      return found
    },
    isRefused: (document) => !isWhole(document) || document.issues.some(({ code }) => code === 'bad-escape'),
    textPieces: ["'", '@', '?', '\\', '\\n'],
  },
  {
    id: 'apple-stringsdict',
    pieces: ['<!-- c -->'],
    write: (all) =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n<plist version="1.0">\n<dict>\n${all.map((one, i) => `<key>k${i}</key>\n<dict>\n<key>NSStringLocalizedFormatKey</key>\n<string>%#@n@</string>\n<key>n</key>\n<dict>\n<key>NSStringFormatSpecTypeKey</key>\n<string>NSStringPluralRuleType</string>\n<key>NSStringFormatValueTypeKey</key>\n<string>d</string>\n<key>other</key>\n<string>${one}</string>\n</dict>\n</dict>\n`).join('')}</dict>\n</plist>\n`,
    read: (root) => {
      const found = new Map<string, string>()
      for (const [key, value] of pairs(child(root, 'dict'))) {
        for (const [name, item] of pairs(value)) {
          if (name === 'NSStringLocalizedFormatKey') found.set(pathId([key]), said(item))
          for (const [form, text] of pairs(item))
            if (form === 'other') found.set(pathId([key, name, form]), said(text))
        }
      }
      return found
    },
  },
  {
    id: 'qt-ts',
    pieces: ['<!-- c -->', '<byte value="x1b"/>'],
    write: (all) =>
      `<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1" language="de">\n<context>\n    <name>Main</name>\n${all.map((one, i) => `    <message>\n        <source>k${i}</source>\n        <translation${i % 2 === 0 ? '' : ' type="unfinished"'}>${one}</translation>\n    </message>\n`).join('')}</context>\n</TS>\n`,
    read: (root) =>
      new Map(
        all(child(root, 'context'), 'message').map((message) => [
          pathId(['Main', said(child(message, 'source'))]),
          (child(message, 'translation')?.children ?? [])
            .map((one) => (typeof one === 'string' ? one : byteOf(one)))
            .join(''),
        ]),
      ),
    textPieces: ['\u001b'],
  },
  {
    id: 'xliff-1',
    pieces: [],
    write: (all) =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n  <file original="f" source-language="en" target-language="de" datatype="plaintext">\n    <body>\n${all.map((one, i) => `      <trans-unit id="k${i}">\n        <source>s</source>\n        <target>${one}</target>\n      </trans-unit>\n`).join('')}    </body>\n  </file>\n</xliff>\n`,
    read: (root) =>
      new Map(
        all(child(child(root, 'file'), 'body'), 'trans-unit').map((unit) => [
          pathId([unit.attributes.get('id') ?? '']),
          said(child(unit, 'target')),
        ]),
      ),
  },
  {
    id: 'xliff-2',
    pieces: [],
    write: (all) =>
      `<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" trgLang="de">\n  <file id="f">\n${all.map((one, i) => `    <unit id="k${i}">\n      <segment>\n        <source>s</source>\n        <target>${one}</target>\n      </segment>\n    </unit>\n`).join('')}  </file>\n</xliff>\n`,
    read: (root) =>
      new Map(
        all(child(root, 'file'), 'unit').map((unit) => [
          pathId([unit.attributes.get('id') ?? '']),
          said(child(child(unit, 'segment'), 'target')),
        ]),
      ),
  },
]

function byteOf(element: Element): string {
  return String.fromCharCode(Number.parseInt(element.attributes.get('value')?.replace('x', '') ?? '', 16))
}

/** Returns the keys and values of a dictionary. */
function pairs(dict: Element | undefined): readonly (readonly [string, Element])[] {
  const inner = (dict?.children ?? []).filter((one): one is Element => typeof one !== 'string')
  return inner.flatMap((one, i) => {
    const value = inner[i + 1]
    return one.name === 'key' && value !== undefined ? [[said(one), value] as const] : []
  })
}

describe.each(FORMATS.map((format) => [format.id, format] as const))('saxes, %s', (_, xml) => {
  const content = fc
    .array(
      fc.oneof(
        { weight: 30, arbitrary: good },
        ...(xml.pieces.length > 0 ? [{ weight: 12, arbitrary: fc.constantFrom(...xml.pieces) }] : []),
        { weight: 1, arbitrary: bad },
      ),
      { maxLength: 6 },
    )
    .map((all) => all.join(''))
  const files = fc
    .tuple(fc.array(content, { minLength: 1, maxLength: 4 }), fc.constantFrom('\n', '\n', '\r\n'))
    .map(([all, eol]) => xml.write(all).replaceAll('\n', eol))
  const oracle = {
    format: formatOf(xml.id),
    view: { language: 'de', side: 'target' },
    texts: textsOf(
      'a',
      'two words',
      ' ',
      '\n',
      '\t',
      '\r',
      '&',
      '&amp;',
      '<',
      '>',
      '<b>',
      ']]>',
      '"',
      'é',
      '日',
      '😀',
      '\u0085',
      '\u2028',
      '%1$s',
      ...(xml.textPieces ?? []),
    ),
    ...(xml.isRefused ? { isRefused: xml.isRefused } : {}),
  } as const

  test('reads the same texts', () => {
    compareFiles({ ...oracle, files, readAll: orNull((file) => xml.read(parse(file))), isExplained })
  })

  test('refuses the same damaged files', () => {
    compareFiles({
      ...oracle,
      files: damaged(files, DAMAGE),
      // Saxes does not know which version of the format it is.
      isRefused: (document) =>
        document.issues.some(({ severity, code }) => severity === 'error' && code !== 'not-this-format'),
      ignoresTexts: true,
      readAll: orNull((file) => {
        parse(file)
        return new Map()
      }),
      floors: { edited: 0.3 },
    })
  })
})

/** Explained in docs/formats/xliff-1.md: comments are in the text as in the file. */
function isExplained({ file, document }: Difference): boolean {
  return document.format.startsWith('xliff') && file.includes('<!--')
}
