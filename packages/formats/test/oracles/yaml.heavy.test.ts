import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import {
  type AliasNode,
  CORE_SCHEMA,
  eventsToAst,
  type Node,
  parseEvents,
  SCALAR_STYLE_PLAIN,
  type ScalarNode,
  YAML11_SCHEMA,
} from 'js-yaml'
import { describe, expect, test } from 'vitest'
import { isPlainText } from '../../src/yaml/resolve-plain.ts'
import {
  compareFiles,
  type Difference,
  formatOf,
  hasLoneSurrogate,
  orNull,
  pathId,
  type Reading,
  textsOf,
  wellFormed,
} from './compare-files.ts'
import { railsFiles, yamlFiles } from './yaml-files.ts'

const texts = textsOf(
  'a',
  'two words',
  ' ',
  '  ',
  '\n',
  '\n\n',
  '\n  ',
  '\t',
  '"',
  "'",
  '\\',
  ': ',
  ' #',
  '#',
  '- ',
  '?',
  '%',
  '@',
  '`',
  '&a',
  '*a',
  '!',
  '|',
  '>',
  '{',
  '}',
  '[',
  ']',
  ',',
  'é',
  '日',
  '😀',
  '\u00a0',
  '\u2028',
  '\u0085',
  '\ufeff',
  '\0',
  '\u007f',
  'yes',
  'null',
  '1',
  '12:30',
  '---',
  '...',
  '\r',
  '~',
  '=',
  '<<',
)

const rails = { view: { language: 'en', side: 'target' }, files: railsFiles } as const

describe('js-yaml', () => {
  test('reads the same as YAML', () => {
    compareFiles({
      format: formatOf('yaml'),
      files: yamlFiles,
      texts,
      readAll: orNull((file) => readByJsYaml(file)),
      isExplained,
    })
  })

  test('reads the same below the language as Rails YAML', () => {
    compareFiles({
      format: formatOf('rails-yaml'),
      ...rails,
      texts,
      readAll: orNull((file) => belowLanguage(readByJsYaml(file, true))),
      isExplained: (difference) => isExplainedInRails(difference) || isExplained(difference),
    })
  })
})

const hasPyYaml = spawnSync('python3', ['-c', 'import yaml']).status === 0

describe.skipIf(!hasPyYaml)(hasPyYaml ? 'PyYAML' : 'PyYAML (skipped: it is not installed)', () => {
  test('reads the same texts as YAML', () => {
    compareFiles({
      format: formatOf('yaml'),
      files: yamlFiles,
      texts,
      readAll: readByPython,
      isExplained: isExplainedByPython,
      floors: { read: 0.2 },
    })
  })

  test('reads the same texts below the language as Rails YAML', () => {
    compareFiles({
      format: formatOf('rails-yaml'),
      ...rails,
      texts,
      readAll: (files) => readByPython(files).map(belowLanguage),
      isExplained: (difference) => isExplainedInRails(difference) || isExplainedByPython(difference),
      floors: { read: 0.15 },
    })
  })
})

function belowLanguage(reading: Reading): Reading {
  if (reading === null) return null
  const below = [...reading].filter(([path]) => path.startsWith('["en",'))
  return new Map(below.map(([path, text]) => [path.replace('"en",', ''), text]))
}

/** Explained in docs/formats/rails-yaml.md: an empty file is an error, and a single root of any name is the language. */
function isExplainedInRails({ file, own }: Difference): boolean {
  if (!/(?:^|\n)(?:en|"en")\s*:/.test(file)) return true
  return own === null && !/^\s*[^#\s]/m.test(file)
}

function readByPython(files: readonly string[]): readonly Reading[] {
  const program = fileURLToPath(new URL('./read_yaml.py', import.meta.url))
  const { stdout, stderr } = spawnSync('python3', [program], {
    input: JSON.stringify(files),
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  expect(stderr).toBe('')
  const answers: readonly (readonly (readonly [string, string])[] | null)[] = JSON.parse(stdout)
  return answers.map((answer) =>
    answer === null ? null : new Map(answer.map(([path, text]) => [path, wellFormed(text)])),
  )
}

/**
 * Differences that docs/formats/yaml.md explains. PyYAML implements YAML 1.1, which forbids more: only texts that
 * both read are compared. A value that it reads as text, and YAML 1.2 or Ruby does not, is no entry. It ignores the tag `!`,
 * has line breaks of YAML 1.1, no text for `=` and `<<`, and no line break after a block at the end of a file
 * without one.
 */
function isExplainedByPython({ own, other, file, document }: Difference): boolean {
  if (own === null || other === null || isExplained({ own, other, file, document })) return true
  if (/[\u0085\u2028\u2029]|[:,[{-]\s+! /.test(file)) return true
  return [...own].every(([path, text], index) => {
    const theirs = other.get(path)
    const isOpen = index === own.size - 1 && !/\n$/.test(file)
    return theirs === text || /^(?:=|<<)$/.test(text) || (isOpen && `${theirs}\n` === text)
  })
}

type Path = readonly (string | number)[]

/**
 * Reads by both schemas: a plain value that one of them does not read as text, or Ruby reads as a symbol, is none
 * (docs/formats/rails-yaml.md).
 */
function readByJsYaml(file: string, hasSymbols = false): Reading {
  const events = parseEvents(file, {})
  const [core = [], old = []] = [CORE_SCHEMA, YAML11_SCHEMA].map((schema) =>
    eventsToAst(events, { source: file, schema }),
  )
  const [first, ...others] = core.map(({ contents }, index) => [contents, old[index]?.contents] as const)
  const walk: Walk = { found: new Map(), anchors: new Set(), hasSymbols }
  for (const nodes of others) collect({ ...walk, found: new Map(), anchors: new Set() }, nodes, [])
  const root = first?.[0]
  if (!first || !root || isEmpty(root)) return walk.found
  if (root.kind !== 'mapping') throw new Error('not an object')
  collect(walk, first, [])
  return walk.found
}

type Walk = {
  readonly found: Map<string, string>
  readonly anchors: Set<string>
  readonly hasSymbols: boolean
}

function isEmpty(node: Node): boolean {
  return node.kind === 'scalar' && node.value === '' && node.style === SCALAR_STYLE_PLAIN && !node.tagged
}

const FOREIGN = /^(?!!$|!!str$|!!map$|!!seq$|tag:yaml)/

function collect(walk: Walk, [node, old]: readonly (Node | null | undefined)[], path: Path): void {
  if (!node || !old) return
  if (node.kind === 'alias') {
    checkAlias(walk, node)
    return
  }
  if (node.anchor !== undefined) walk.anchors.add(node.anchor)
  const isKept = node.tagged && FOREIGN.test(node.tag)
  const into = isKept ? { ...walk, found: new Map<string, string>() } : walk
  if (node.kind === 'scalar' && old.kind === 'scalar') {
    if (isText(node, old, walk)) into.found.set(pathId(path), wellFormed(node.value))
  } else if (node.kind === 'sequence' && old.kind === 'sequence') {
    for (const [index, item] of node.items.entries())
      collect(into, [item, old.items[index]], [...path, index])
  } else if (node.kind === 'mapping' && old.kind === 'mapping') {
    for (const [index, { key, value }] of node.items.entries()) {
      if (key.kind === 'alias') checkAlias(walk, key)
      else if (key.anchor !== undefined) walk.anchors.add(key.anchor)
      const inside = isName(key) ? into : { ...walk, found: new Map<string, string>() }
      const inner = [...path, key.kind === 'scalar' ? key.value : '']
      // The last of equal keys is used.
      const start = pathId(inner).slice(0, -1)
      for (const other of inside.found.keys())
        if (other.startsWith(`${start},`) || other === pathId(inner)) inside.found.delete(other)
      collect(inside, [value, old.items[index]?.value], inner)
    }
  }
}

function isName(key: Node): boolean {
  if (key.kind !== 'scalar' || key.value === '' || key.value.includes('\0') || hasLoneSurrogate(key.value))
    return false
  return key.style !== SCALAR_STYLE_PLAIN || key.value !== '<<'
}

/** Explained in docs/formats/yaml.md: a tag without a value is kept, and `<<` is a merge only as a key. */
function isText(node: ScalarNode, old: ScalarNode, { hasSymbols }: Walk): boolean {
  // Explained in docs/formats/rails-yaml.md: Ruby reads a value with the tag `!` as if it had no quotes.
  if (node.tagged && node.tag === '!') return isPlainText(node.value, { hasSymbols })
  if (node.style !== SCALAR_STYLE_PLAIN) return true
  if (node.tagged) return node.value !== ''
  if (hasSymbols && /^:./.test(node.value)) return false
  // Explained in docs/formats/rails-yaml.md: older versions of Ruby read commas in numbers.
  if (/^[-+]?\d[\d_,]*$/.test(node.value)) return false
  return [node, old].every(({ tag }) => /:(?:str|merge)$/.test(tag))
}

function checkAlias({ anchors }: Walk, { anchor }: AliasNode): void {
  if (!anchors.has(anchor)) throw new Error(`unknown alias ${anchor}`)
}

/**
 * Returns whether docs/formats/yaml.md explains the difference, in `Differences from other programs`: in the order
 * of the patterns, what we refuse, and what both accept or only js-yaml refuses.
 */
function isExplained({ document, file, own }: Difference): boolean {
  if (document.issues.some(({ code }) => code === 'name-collision')) return true
  const patterns = own === null ? STRICTER : OTHERWISE
  return patterns.some((pattern) => pattern.test(file)) || (own === null && hasAliasOfNothing(file))
}

const STRICTER = [
  // Control characters, and a line break that is a lone CR.
  /[\u007f-\u009f\ufffe\uffff]|\r(?!\n)/,
  // A tag or an anchor at the root, or a key without a name.
  /^\s*[&!:]/m,
  // A tab at the start of a line, or between a dash and a tag.
  /^ *\t|-[ \t]*\t[ \t]*[!&]/m,
  // Accepted by js-yaml only: an indented `---`, a nested key on the line of a tag or an anchor.
  /^ +(?:---|%)|:\s+[!&].*:(?:\s|$)/m,
]
const OTHERWISE = [
  // Text after `...` at the start, explicit keys, pairs in a list on one line, directives alone, a tag alone.
  /^\.\.\.|(?:^|[[{,])\s*\?|\[[^\]]*: |^%|^!$/m,
  // js-yaml drops empty lines after an escaped line break, and adds a line to a block at the end of the file.
  /\\\r?\n[ \t]*\r?\n|[|>][-+\d]*\s+$/,
  // js-yaml refuses a tab before a bracket.
  /[-:].*\t.*[[{]/,
]

/** An alias whose anchor has no value is an error. */
function hasAliasOfNothing(file: string): boolean {
  return ['k', 'j'].some(
    (name) => file.includes(`*${name}`) && new RegExp(`&${name} *(?:!!str)? *(?:#.*)?$`, 'm').test(file),
  )
}
