// Rejects a docs/findings.md in which a number is missing, duplicate or out of order, or a test file, or a test that is
// named with its title, does not exist. A row names a test as `file.test.ts: "its title", "another…"`; `…` matches
// any characters, and the beginning or end of a title can be left out.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
/** The tables by the letters of their numbers, with all numbers that need a row. */
const TABLES = new Map([
  ['S', numbersTo(27)],
  ['U', numbersTo(50)],
  ['F', numbersTo(14)],
  ['H', numbersTo(29)],
  ['N', numbersTo(10)],
  ['Use', numbersTo(86)],
  ['Case f', numbersTo(16)],
  ['Case', numbersTo(8)],
  ['Case s', numbersTo(17, { except: [5, 8, 12, 16] })],
])
const NAMED_TEST_FILE = /[\w./-]+\.(?:test\.tsx?|e2e\.ts)\b/g
/** A quoted title, or the name of a test file. */
const NAME_OR_TITLE = /[\w./-]+\.(?:test\.tsx?|e2e\.ts)\b|"([^"]+)"/g
/** Titles are string literals, also in tables of cases. */
const LITERAL = /'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"|`((?:\\.|[^`\\])*)`/g
const TEST_FILE_NAME = /\.(?:test\.tsx?|e2e\.ts)$/
/** The first words of a row: done, or why not. */
const OUTCOME = /^(?:fixed|fixed in part|open|declined)(?: [^:]+)?: ./

const rows = readFileSync(path.join(root, 'docs/findings.md'), 'utf8')
  .split('\n')
  .flatMap((line, index) => {
    const [, number, done = '', test = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
    const [, table, digits] =
      /^(S|U|F|H|N|Use |Five |Git |Case f|Case s|Case )(\d+)$/.exec(number ?? '') ?? []
    return table === undefined
      ? []
      : [{ line: index + 1, table: table.trim(), number: Number(digits), done, test }]
  })
const testFiles = ['packages', 'e2e', 'scripts'].flatMap(filesOf).filter((file) => TEST_FILE_NAME.test(file))

const literalsByFile = new Map()

const problems = [...TABLES]
  .flatMap(([table, wanted]) => problemsOfTable(table, wanted))
  .concat(rows.flatMap(problemsOfRow))
for (const problem of problems) console.log(problem)
process.exit(problems.length === 0 ? 0 : 1)

function numbersTo(last, { except = [] } = {}) {
  return Array.from({ length: last }, (_, index) => index + 1).filter((number) => !except.includes(number))
}

function problemsOfTable(table, wanted) {
  const found = rows.filter((row) => row.table === table).map(({ number }) => number)
  const missing = wanted.filter((number) => !found.includes(number))
  const unordered = found.filter((number, index) => index > 0 && number <= found[index - 1])
  return [
    ...found.filter((number) => !wanted.includes(number)).map((number) => `${table} ${number} is no finding`),
    ...missing.map((number) => `${table} ${number} has no row`),
    ...unordered.map((number) => `${table} ${number} comes twice, or after a higher number`),
  ]
}

function problemsOfRow({ line, table, number, done, test }) {
  const place = `docs/findings.md:${line}: ${table} ${number}`
  const unknown = [...test.matchAll(NAMED_TEST_FILE)]
    .map(([name]) => name)
    .filter((name) => !testFiles.some((file) => file === name || file.endsWith(`/${name}`)))
  const titles = unknown.length > 0 ? [] : unknownTitlesIn(test)
  return [
    ...titles.map(({ file, title }) => `${place}: ${file} has no test "${title}"`),
    ...(OUTCOME.test(done) ? [] : [`${place} begins with none of fixed, fixed in part, open, declined`]),
    ...unknown.map((name) => `${place} names ${name}, which does not exist`),
  ]
}

/** Returns the titles that no test has of the file named before them. */
function unknownTitlesIn(test) {
  const found = []
  let file = null
  for (const [name, title] of test.matchAll(NAME_OR_TITLE)) {
    if (title === undefined) file = testFiles.find((one) => one === name || one.endsWith(`/${name}`)) ?? null
    else if (file === null || !literalsOf(file).some((literal) => matches(literal, title)))
      found.push({ file: file ?? 'the row', title })
  }
  return found
}

function matches(literal, title) {
  const parts = title.split('…').map((part) => part.trim().replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(parts.join('.*'), 's').test(literal)
}

function literalsOf(file) {
  let literals = literalsByFile.get(file)
  if (literals === undefined) {
    const text = readFileSync(path.join(root, file), 'utf8')
    literals = [...text.matchAll(LITERAL)].map(([, ...quoted]) =>
      unescaped(quoted.find((one) => one !== undefined)),
    )
    literalsByFile.set(file, literals)
  }
  return literals
}

function unescaped(text) {
  return text.replaceAll(/\\(['"`\\])/g, '$1')
}

function filesOf(folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`
    if (!entry.isDirectory()) return [file]
    return ['node_modules', 'dist'].includes(entry.name) ? [] : filesOf(file)
  })
}
