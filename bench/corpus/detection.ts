// Detects and checks every repository below a folder, and prints what was found: projects with their source languages,
// what is uncertain, and the number of findings. Two runs of different commits can be compared line by line.
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { isFailure } from '@dragoman/contract'
import { checkFolder } from '../../packages/cli/src/check/check-folder.ts'
import { CORPUS } from '../../packages/formats/test/corpus/files.ts'
import { markdownTable } from './markdown-table.ts'

const [folder] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const rows: string[][] = []
let [projects, errors, warnings] = [0, 0, 0]
for (const repository of folder === undefined ? corpusRepositories() : foldersOf(folder)) {
  const name = repository.split(path.sep).slice(-2).join('/')
  try {
    const result = await checkFolder(repository)
    projects += result.projects.length
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
