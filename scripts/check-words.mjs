// Rejects phrases that docs/words.md lists under "Phrases to avoid", in all prose: screens, emails, output of
// the command line, docs, comments and titles of tests. `--count` prints how often each occurs. With
// `--commit FILE` it checks the subject of a commit instead; .githooks/commit-msg calls it so.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { readProse } from './lib/read-prose.mjs'

const root = path.resolve(import.meta.dirname, '..')
const MOST_EXCEPTIONS = 10
const SUBJECT_MAX = 60

const phrases = readPhrases(readFileSync(path.join(root, 'docs/words.md'), 'utf8'))
const exceptions = JSON.parse(readFileSync(path.join(root, 'scripts/word-exceptions.json'), 'utf8'))
const commit = process.argv.indexOf('--commit')
if (commit !== -1) checkSubject(process.argv[commit + 1] ?? '')

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const found = readProse(root)
  .filter(({ file }) => wanted.length === 0 || wanted.some((part) => file.startsWith(part)))
  .flatMap(phrasesIn)
  .filter(({ file, phrase }) => !exceptions.some((one) => one.file === file && one.phrase === phrase))

if (process.argv.includes('--count')) printCounts()
else
  for (const { file, line, words, instead } of found) console.log(`${file}:${line}: “${words}”: ${instead}`)
if (exceptions.length > MOST_EXCEPTIONS) console.log(`At most ${MOST_EXCEPTIONS} exceptions are possible.`)
if (found.length > 0) console.log(`${found.length} phrases to avoid; docs/words.md says what to write.`)
process.exit(found.length === 0 && exceptions.length <= MOST_EXCEPTIONS ? 0 : 1)

/** Reads the table: a phrase, its replacement, and where it applies (`all` or kinds of prose). */
function readPhrases(page) {
  const section = page.split('\n## Phrases to avoid\n')[1]?.split('\n## ')[0] ?? ''
  const rows = section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
  if (rows.length === 0) throw new Error('docs/words.md has no table under "Phrases to avoid".')
  return rows.map((row) => {
    const [phrase = '', instead = '', where = ''] = row
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim())
    return { phrase, instead, kinds: where === 'all' ? null : where.split(', '), pattern: patternOf(phrase) }
  })
}

/**
 * Alternatives are separated by ` / `; `*` is any ending, `…` up to three words, `(not x)` words that must
 * not follow, and `^` the start of a sentence.
 */
function patternOf(phrase) {
  const alternatives = phrase.split(' / ').map((alternative) => {
    const [, words = '', after] = /^(.*?)(?: \(not (.*)\))?$/.exec(alternative) ?? []
    const isStart = words.startsWith('^')
    const body = words
      .replace(/^\^/, '')
      .replaceAll(' … ', " (?:[\\p{L}’'-]+ ){1,3}")
      .replaceAll('*', '[\\p{L}]*')
      .replaceAll(' ', '\\s+')
    const start = isStart ? '(?:(?<=[.!?:;]\\s+)|(?<=^\\s*))' : '(?<![\\p{L}\\w-])'
    const end = '(?![\\p{L}\\w]|-\\p{L})'
    const not = after === undefined ? '' : `(?!\\s+(?:${after.split(', ').join('|')}))`
    return `${start}${body}${end}${not}`
  })
  // A start of a sentence is written with a capital letter, everything else in any case.
  return new RegExp(alternatives.join('|'), phrase.includes('^') ? 'gu' : 'giu')
}

function phrasesIn({ kind, file, line, text }) {
  return phrases
    .filter(({ kinds }) => kinds === null || kinds.includes(kind))
    .flatMap(({ phrase, instead, pattern }) =>
      [...text.matchAll(pattern)].map((match) => ({
        kind,
        file,
        line: line + text.slice(0, match.index).split('\n').length - 1,
        words: match[0].replace(/\s+/g, ' '),
        phrase,
        instead,
      })),
    )
}

/** Ends the process: with 1 if the first line of the message is not `area: imperative`, or too long, or quaint. */
function checkSubject(file) {
  const subject = readFileSync(file, 'utf8').split('\n', 1)[0]
  if (/^(?:Merge|Revert|fixup!|squash!) /.test(subject)) process.exit(0)
  const problems = [
    ...(/^[a-z0-9][\w.-]*: \S/.test(subject) ? [] : ['The subject of a commit is `area: imperative`.']),
    ...(subject.length <= SUBJECT_MAX
      ? []
      : [`It has ${subject.length} characters; the maximum is ${SUBJECT_MAX}.`]),
    ...phrasesIn({ kind: 'title', file, line: 1, text: subject }).map(
      ({ words, instead }) => `“${words}”: ${instead}`,
    ),
  ]
  for (const problem of problems) console.error(problem)
  process.exit(problems.length === 0 ? 0 : 1)
}

function printCounts() {
  const counts = new Map()
  for (const { phrase, kind } of found) {
    const row = counts.get(phrase) ?? {}
    row[kind] = (row[kind] ?? 0) + 1
    counts.set(phrase, row)
  }
  const sum = (row) => Object.values(row).reduce((total, count) => total + count, 0)
  for (const [phrase, row] of [...counts].sort(([, a], [, b]) => sum(b) - sum(a)))
    console.log(`${String(sum(row)).padStart(5)}  ${phrase}  ${JSON.stringify(row)}`)
}
