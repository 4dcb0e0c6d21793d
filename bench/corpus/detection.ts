// Detects and checks every repository below a folder, and prints what was found: projects with their source languages,
// what is uncertain, and the number of findings, by project and by code. Two runs of different commits can be compared
// line by line; `--findings FILE` writes a line for each finding.
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { isFailure } from '@dragoman/contract'
import { checkFolder } from '../../packages/cli/src/check/check-folder.ts'
import { CORPUS } from '../../packages/formats/test/corpus/files.ts'
import { markdownTable } from './markdown-table.ts'

const {
  positionals: [folder],
  values,
} = parseArgs({
  allowPositionals: true,
  options: { detection: { type: 'boolean' }, findings: { type: 'string' } },
})
const codes = new Map<string, number>()
const lines: string[] = []
const rows: string[][] = []
let [projects, errors, warnings] = [0, 0, 0]
for (const repository of folder === undefined ? corpusRepositories() : foldersOf(folder)) {
  const name = repository.split(path.sep).slice(-2).join('/')
  try {
    const result = await checkFolder(repository)
    projects += result.projects.length
    for (const { path: file, line, language, key, code, params } of result.findings) {
      codes.set(code, (codes.get(code) ?? 0) + 1)
      lines.push(JSON.stringify([name, file, line, language, key, code, params]))
    }
    errors += result.errors
    warnings += result.warnings
    for (const { pattern, format, sourceLanguage, files, doubts, ...counts } of result.projects)
      rows.push([
        ...[name, pattern, format, sourceLanguage, String(files)],
        ...[String(counts.errors), String(counts.warnings)],
        doubts.map(({ kind, choices }) => `${kind}: ${choices.join(' or ')}`).join('; '),
      ])
  } catch (error) {
    if (!isFailure(error, 'no-locale-files')) throw error
    rows.push([name, 'no locale files', '', '', '0', '0', '0', ''])
  }
}
rows.push(['**all**', `${projects} projects`, '', '', '', String(errors), String(warnings), ''])
console.log(
  markdownTable(
    ['repository', 'pattern', 'format', 'source', 'files', 'errors', 'warnings', 'uncertain'],
    rows,
  ),
)
const byCode = [...codes].sort(([, a], [, b]) => b - a).map(([code, count]) => [code, String(count)])
console.log(`\n${markdownTable(['code', 'findings'], byCode)}`)
if (values.findings !== undefined) writeFileSync(values.findings, lines.map((line) => `${line}\n`).join(''))

/** The corpus has a folder for each format, which contains the repositories. */
function corpusRepositories(): readonly string[] {
  if (!existsSync(CORPUS)) throw new Error('The corpus is not next to this repository. Name a folder.')
  return foldersOf(CORPUS).flatMap(foldersOf)
}

function foldersOf(parent: string): readonly string[] {
  return readdirSync(parent, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => path.join(parent, entry.name))
    .sort()
}
