import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runChecks, syntaxById } from '../../src/index.ts'
import { sampleOf } from './oracle-runs.ts'

const hasMsgfmt = spawnSync('msgfmt', ['--version']).status === 0

const C = `%s %d %i %f %c %ld %1$s %2$d %% word - , .`.split(/\s+/)
const PYTHON = `%s %d %r %(name)s %(count)d %% word - , .`.split(/\s+/)
const BRACES = `{} {0} {1} {name} {name!r} {count:d} word - , .`.split(/\s+/)

describe.skipIf(!hasMsgfmt)(
  hasMsgfmt ? 'msgfmt -c' : 'msgfmt -c (skipped: GNU gettext is not installed)',
  () => {
    test.each([
      ['c-format', C],
      ['python-format', PYTHON],
      ['python-brace-format', BRACES],
    ])('refuses translations of %s that have other placeholders, and no others', (flag, pieces) => {
      const pairs = pairsOf(pieces)
      const refused = refusedByMsgfmt(flag, pairs)
      let found = 0
      for (const [index, { source, text }] of pairs.entries()) {
        if (isExplained(flag, source, text)) continue
        const isWrong = errorsIn(source, text).length > 0
        if (isWrong) found += 1
        expect(isWrong, `${flag}: ${source} → ${text}: ${errorsIn(source, text)}`).toBe(refused.has(index))
      }
      expect(found).toBeGreaterThan(pairs.length / 20)
    })
  },
)

type Pair = { readonly source: string; readonly text: string }

/** Translations that have the pieces of their source in another order, with one piece more, less or changed. */
function pairsOf(pieces: readonly string[]): readonly Pair[] {
  const line = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 5 })
  const change = fc.record({
    source: line,
    swap: fc.boolean(),
    drop: fc.boolean(),
    add: fc.option(fc.constantFrom(...pieces)),
  })
  const texts = change.map(({ source, swap, drop, add }) => {
    const own = drop ? source.slice(1) : [...source]
    if (swap) own.reverse()
    if (add !== null) own.push(add)
    return `${source.join(' ')}\n${['x', ...own].join(' ')}`
  })
  return sampleOf(texts).map((pair) => {
    const [source = '', text = ''] = pair.split('\n')
    return { source, text }
  })
}

const CODES = new Set(['placeholder-missing', 'placeholder-extra', 'placeholder-order'])

function errorsIn(source: string, text: string): readonly string[] {
  return runChecks({
    syntax: syntaxById('printf'),
    sourceLanguage: 'en',
    language: 'de',
    plural: 'none',
    sourceForms: { other: source },
    forms: { other: text },
    maxLength: null,
    limits: null,
  }).flatMap(({ code }) => (CODES.has(code) ? [code] : []))
}

/**
 * Differences that docs/messages.md explains: msgfmt does not compare messages that mix placeholders with and
 * without a number or a name, nor `{}` and `{name!r}`, nor
 * a source without its first placeholder; the size of an integer (`%ld`) counts for C only.
 */
function isExplained(flag: string, source: string, text: string): boolean {
  if (flag === 'c-format' && `${source}${text}`.includes('%ld')) return true
  return [source, text].some((one) => isMixed(flag, one))
}

function isMixed(flag: string, text: string): boolean {
  if (flag === 'c-format') return /%\d\$/.test(text) && (/%[a-z]/.test(text) || !text.includes('%1$'))
  if (flag === 'python-format') return /%\(/.test(text) && /%[a-z]/.test(text)
  return text.includes('{}') || text.includes('!r')
}

/** Returns the places of the pairs that `msgfmt -c` names in an error. */
function refusedByMsgfmt(flag: string, pairs: readonly Pair[]): ReadonlySet<number> {
  const header = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
  const lines = header.split('\n')
  const placeOfLine = new Map<number, number>()
  for (const [index, { source, text }] of pairs.entries()) {
    const entry = [`#, ${flag}`, `msgctxt "${index}"`, `msgid "${source}"`, `msgstr "${text}"`, '']
    for (const line of entry) {
      lines.push(line)
      placeOfLine.set(lines.length, index)
    }
  }
  const { stderr } = spawnSync('msgfmt', ['-c', '-o', '/dev/null', '-'], {
    input: lines.join('\n'),
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    env: { ...process.env, LC_ALL: 'C' },
  })
  const refused = new Set<number>()
  for (const [, line] of stderr.matchAll(/^<stdin>:(\d+): /gm)) {
    const place = placeOfLine.get(Number(line))
    if (place !== undefined) refused.add(place)
  }
  expect(refused.size, stderr.slice(0, 500)).toBeGreaterThan(0)
  return refused
}
