import { describe, expect, test } from 'vitest'
import { type EntryEdit, formatById, isWhole } from '../src/index.ts'

// Comments and line ends at all positions between brackets: every edit writes a file with its texts, and an addition keeps
// all comments.

/** `C` is a comment up to the end of its line. */
const OPENS = ['', ' ', '\n  ', ' C\n  ', '\n  C\n  ']
const BETWEEN = [',', ', ', ',\n  ', ' C\n  , ', ', C\n  ', ',\n  C\n  ', ' C\n  , C\n  ', '\n  C\n  ,\n  ']
const CLOSES = [
  '',
  ' ',
  '\n',
  ' C\n',
  '\n  C\n',
  ',',
  ', ',
  ',\n',
  ', C\n',
  ',\n  C\n',
  ' C\n  ,',
  ' C\n  , C\n',
]

type Place = { readonly before: string; readonly after: string; readonly path: readonly string[] }
type Language = {
  readonly mark: string
  readonly brackets: readonly [string, string]
  readonly item: (key: string) => string
  readonly places: readonly Place[]
}

const YAML: Language = {
  mark: '#',
  brackets: ['{', '}'],
  item: (key) => `${key}: "${key}"`,
  places: [
    { before: '', after: '\n', path: [] },
    { before: 'x: ', after: ' # end\ny: Y\n', path: ['x'] },
    { before: 'x:\n  y: ', after: '\nz: Z\n', path: ['x', 'y'] },
    { before: 'x: { y: ', after: ' }\n', path: ['x', 'y'] },
  ],
}
const PHP: Language = {
  mark: '//',
  brackets: ['[', ']'],
  item: (key) => `'${key}' => '${key}'`,
  places: [
    { before: '<?php\nreturn ', after: ';\n', path: [] },
    { before: "<?php\nreturn ['x' => ", after: '];\n', path: ['x'] },
  ],
}

const LANGUAGES: readonly (readonly [string, Language])[] = [
  ['yaml', YAML],
  ['php-array', PHP],
]

describe.each(LANGUAGES)('%s', (id, language) => {
  test.each(language.places)('between $before and $after', ({ before, after, path }) => {
    const format = formatById(id)
    if (format === null) throw new Error(id)
    for (const content of contentsOf(language)) {
      const indent = '  '.repeat(Math.max(0, path.length - 1))
      const [opening, closing] = language.brackets
      const file = before + opening + content.replaceAll('\n', `\n${indent}`) + closing + after
      const document = format.read(Buffer.from(file))
      if (!isWhole(document)) continue
      for (const edits of editsOf(path)) {
        const bytes = format.edit(document, edits)
        const again = format.read(bytes)
        const written = Buffer.from(bytes).toString()
        const comments = edits.every(({ kind }) => kind === 'add') ? commentsIn(file) : null
        expect({ file, edits, written, isWhole: isWhole(again), texts: textsOf(again.entries) }).toEqual({
          file,
          edits,
          written,
          isWhole: true,
          texts: textsAfter(textsOf(document.entries), edits),
        })
        if (comments !== null) expect(commentsIn(written)).toEqual(comments)
      }
    }
  })
})

function* contentsOf({ mark, item }: Language): Generator<string> {
  for (const open of OPENS)
    for (const between of BETWEEN)
      for (const close of CLOSES) {
        let count = 0
        yield (open + item('a') + between + item('b') + close).replaceAll('C', () => `${mark} c${count++}`)
      }
}

function* editsOf(path: readonly string[]): Generator<readonly EntryEdit[]> {
  const nameOf = (key: string) => [...path, key].join('.')
  const add = (key: string, ...after: readonly string[]): EntryEdit => ({
    kind: 'add',
    path: [...path, key],
    text: key,
    after: after.map(nameOf),
  })
  const remove = (key: string): EntryEdit => ({ kind: 'remove', name: nameOf(key) })
  for (const after of [[], ['a'], ['b']]) {
    yield [add('n', ...after)]
    yield [add('n', ...after), add('o', 'n')]
  }
  for (const key of ['a', 'b']) {
    yield [remove(key)]
    yield [remove(key), add('n', 'b', 'a')]
    yield [add('n', 'b'), remove(key)]
  }
}

function textsOf(entries: ReadonlyMap<string, { readonly text: string }>): readonly string[] {
  return [...entries].map(([name, { text }]) => `${name}: ${text}`).sort()
}

function textsAfter(texts: readonly string[], edits: readonly EntryEdit[]): readonly string[] {
  let left = texts
  for (const edit of edits) {
    if (edit.kind === 'add') left = [...left, `${edit.path.join('.')}: ${edit.text}`]
    else left = left.filter((text) => !text.startsWith(`${edit.name}:`))
  }
  return left.toSorted()
}

function commentsIn(file: string): readonly string[] {
  return Array.from(file.matchAll(/(?:#|\/\/) \w+$/gm), ([comment]) => comment)
}
