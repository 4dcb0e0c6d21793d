import { type Encoding, encodeText } from '@dragoman/formats'
import { FluentParser, FluentSerializer } from '@fluent/syntax'
import { XMLBuilder, XMLParser } from 'fast-xml-parser'
import gettextParser from 'gettext-parser'
import * as ini from 'ini'
import { dump, load } from 'js-yaml'
import JSON5 from 'json5'
import papa from 'papaparse'
import * as plist from 'plist'
import { PropertiesEditor } from 'properties-file/editor'
import * as toml from 'smol-toml'
import xliff from 'xliff'
import { parseDocument } from 'yaml'

/** An alternative library, with its options for preserving a file. */
export type Library = {
  readonly name: string
  /** Ids of Dragoman's formats. */
  readonly formats: readonly string[]
  readonly parse: (text: string, bytes: Uint8Array) => unknown
  /** `text` is the original file, for settings that a careful program takes from it. */
  readonly write: (tree: unknown, text: string, encoding: Encoding) => Promise<Uint8Array> | Uint8Array
  /** For texts that are not plain strings in the tree. */
  readonly set?: (tree: unknown, text: string, value: string) => boolean
}

const JSON_FORMATS = [
  'i18next-json',
  'icu-json',
  'vue-i18n-json',
  'laravel-json',
  'slang-json',
  'json',
  'arb',
  'chrome-json',
  'apple-xcstrings',
]

export const LIBRARIES: readonly Library[] = [
  {
    name: 'JSON.parse, JSON.stringify',
    formats: JSON_FORMATS,
    parse: (text) => JSON.parse(text),
    // With the file's own indentation and final newline, as in most mature tools.
    write: textual((tree, text) => JSON.stringify(tree, null, indentationOf(text)) + finalNewlineOf(text)),
  },
  {
    name: 'json5',
    formats: ['json5'],
    parse: (text) => JSON5.parse(text),
    write: textual((tree, text) => JSON5.stringify(tree, null, indentationOf(text)) + finalNewlineOf(text)),
  },
  {
    name: 'gettext-parser',
    formats: ['gettext-po'],
    parse: (_, bytes) => gettextParser.po.parse(bytes),
    write: (tree) => gettextParser.po.compile(tree),
  },
  {
    name: 'js-yaml',
    formats: ['rails-yaml', 'yaml'],
    parse: (text) => load(text),
    write: textual((tree) => dump(tree)),
  },
  {
    name: 'yaml',
    formats: ['rails-yaml', 'yaml'],
    parse: (text) => parseDocument(text),
    write: textual((tree) => String(tree)),
  },
  {
    name: 'properties-file',
    formats: ['java-properties'],
    parse: (text) => new PropertiesEditor(text),
    write: textual((tree) => (tree instanceof PropertiesEditor ? tree.format() : '')),
    set: (tree, text, newValue) => {
      if (!(tree instanceof PropertiesEditor)) return false
      const key = Object.entries(tree.toObject()).find(([, value]) => value === text)?.[0]
      return key !== undefined && tree.update(key, { newValue })
    },
  },
  {
    name: 'ini',
    formats: ['ini'],
    parse: (text) => ini.parse(text),
    write: textual((tree) => ini.stringify(tree)),
  },
  {
    name: 'smol-toml',
    formats: ['toml'],
    parse: (text) => toml.parse(text),
    write: textual((tree) => toml.stringify(tree)),
  },
  {
    name: 'fast-xml-parser',
    formats: ['android-xml', 'resx', 'qt-ts'],
    parse: (text) => new XMLParser(XML_OPTIONS).parse(text),
    write: textual((tree) => new XMLBuilder(XML_OPTIONS).build(tree)),
  },
  {
    name: 'xliff',
    formats: ['xliff-1'],
    parse: (text) => xliff.xliff12ToJs(text),
    write: async (tree, _, encoding) => encodeText(await xliff.jsToXliff12(await tree), encoding),
  },
  {
    name: 'xliff',
    formats: ['xliff-2'],
    parse: (text) => xliff.xliff2js(text),
    write: async (tree, _, encoding) => encodeText(await xliff.js2xliff(await tree), encoding),
  },
  {
    name: 'plist',
    formats: ['apple-stringsdict'],
    parse: (text) => plist.parse(text),
    // The tree is the result of `parse`, with other texts.
    write: textual((tree) => plist.build(tree as Parameters<typeof plist.build>[0])),
  },
  {
    name: '@fluent/syntax',
    formats: ['fluent'],
    parse: (text) => new FluentParser({ withSpans: false }).parse(text),
    // The tree is the result of `parse`, with other texts.
    write: textual((tree) =>
      new FluentSerializer({ withJunk: true }).serialize(tree as ReturnType<FluentParser['parse']>),
    ),
  },
  {
    name: 'papaparse',
    formats: ['csv'],
    parse: (text) => papa.parse(text).data,
    write: textual((tree) => papa.unparse(tree)),
  },
]

/** Preserves order, comments, CDATA, attributes and entities. */
const XML_OPTIONS = {
  preserveOrder: true,
  ignoreAttributes: false,
  commentPropName: '#comment',
  cdataPropName: '#cdata',
  trimValues: false,
  processEntities: false,
  parseTagValue: false,
  suppressEmptyNode: true,
}

function textual(write: (tree: unknown, text: string) => string): Library['write'] {
  return (tree, text, encoding) => encodeText(write(tree, text), encoding)
}

function indentationOf(text: string): string {
  return /^[ \t]+/m.exec(text)?.[0] ?? '  '
}

function finalNewlineOf(text: string): string {
  return /\r?\n$/.exec(text)?.[0] ?? ''
}
