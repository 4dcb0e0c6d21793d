import { FluentBundle, FluentResource } from '@fluent/bundle'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { compareFiles, type Difference, formatOf, pathId, type Reading, textsOf } from './compare-files.ts'

// The laws of Fluent compare entries and junk of damaged files with @fluent/syntax; here, what a user sees.

const PIECES = [
  'a',
  'two words',
  'é',
  '日',
  '😀',
  ' ',
  '  ',
  '{ $name }',
  '{$count}',
  '{""}',
  '{ "{" }',
  '{ "\\u00e9" }',
  '{ "\\"" }',
  '{ " " }',
  '"',
  '#',
  '=',
  '-',
  '\u00a0',
  '\u2028',
  '\t',
  '.a',
  '[x]',
  '*',
  'a.b',
  "'",
  '\\n',
  '\\',
]
const lineText = fc.array(fc.constantFrom(...PIECES), { maxLength: 5 }).map((all) => all.join(''))
const more = fc.array(
  fc.tuple(
    fc.constantFrom('    ', '  ', '      ', ' '),
    fc.constantFrom('', '', 'a', '{ $name }', '{""}'),
    lineText,
  ),
  { maxLength: 3 },
)
const pattern = fc.tuple(fc.boolean(), lineText, more).map(([isBlock, first, rest]) => {
  const lines = rest.map(
    ([indent, start, text]) => `${indent}${start}${text.replace(/^[.[*\s]+/, start === '' ? 'x' : '')}`,
  )
  const start = first.replace(/^\s+/, '') || 'x'
  return isBlock
    ? `\n    ${start.replace(/^[.[*]/, 'x')}${lines.map((line) => `\n${line}`).join('')}`
    : ` ${start}${lines.map((line) => `\n${line}`).join('')}`
})
const attribute = fc
  .tuple(fc.constantFrom('title', 'label', 'x-y'), pattern)
  .map(([id, text]) => `\n    .${id} =${text}`)
const message = fc
  .tuple(
    fc.constantFrom('', '', '', '# Comment\n', '## Group\n\n', '\n', '### File\n'),
    fc.constantFrom('a', 'b-c', 'd_1', 'e', 'f', 'g', 'h'),
    fc.constantFrom(' =', '=', '  ='),
    pattern,
    fc.uniqueArray(attribute, { maxLength: 2, selector: (one) => one.split('=')[0] ?? '' }),
  )
  .map(([comment, id, equals, text, attributes]) => `${comment}${id}${equals}${text}${attributes.join('')}\n`)
const files = fc
  .tuple(
    fc.uniqueArray(message, {
      minLength: 1,
      maxLength: 5,
      selector: (one) => /^[a-h][\w-]*/m.exec(one)?.[0],
    }),
    fc.constantFrom('\n', '\n', '\r\n'),
  )
  .map(([all, eol]) => all.join('').replaceAll('\n', eol))

describe('@fluent/bundle', () => {
  test('shows the same', () => {
    compareFiles({
      format: formatOf('fluent'),
      files,
      texts: textsOf(...PIECES, '\n', '\n\n', '\n  '),
      idOf: ({ name }) => pathId([name]),
      textOf: (_, text) => shownText(text),
      readAll: (all) => all.map(show),
      isExplained,
      floors: { refused: 0 },
    })
  })
})

const ARGUMENTS = { name: '<name>', count: '<count>' }

/** Formats every message and attribute. */
function show(file: string): Reading {
  const bundle = new FluentBundle('en', { useIsolating: false })
  const resource = new FluentResource(file)
  bundle.addResource(resource)
  const found = new Map<string, string>()
  for (const { id } of resource.body) {
    const shown = bundle.getMessage(id)
    if (shown?.value) found.set(pathId([id]), bundle.formatPattern(shown.value, ARGUMENTS))
    for (const [name, value] of Object.entries(shown?.attributes ?? {}))
      found.set(pathId([`${id}.${name}`]), bundle.formatPattern(value, ARGUMENTS))
  }
  return found
}

/** Returns what a user sees of a pattern of the pieces above. */
function shownText(pattern: string): string {
  return pattern.replaceAll(
    /\{\s*(?:\$(\w+)|"((?:[^"\\]|\\.)*)")\s*\}/g,
    (_, variable?: string, literal = '') => (variable === undefined ? unescaped(literal) : `<${variable}>`),
  )
}

function unescaped(literal: string): string {
  return literal.replaceAll(/\\(?:u([0-9a-f]{4})|(.))/g, (_, code?: string, char = '') =>
    code === undefined ? char : String.fromCharCode(Number.parseInt(code, 16)),
  )
}

/**
 * Explained in docs/formats/fluent.md: @fluent/bundle ends a text at a carriage return, and starts a message after a
 * line separator.
 */
function isExplained({ edit, file }: Difference): boolean {
  return (edit?.text.includes('\r') ?? false) || /[\u2028\u2029]-?[a-zA-Z][\w-]* *=/.test(file)
}
