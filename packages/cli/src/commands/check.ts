import { realpath } from 'node:fs/promises'
import { resolve } from 'node:path'
import { checkFolder, type EditorOf } from '../check/check-folder.ts'
import { CHECK_REPORTS } from '../check/check-report.ts'
import { postComment } from '../check/comment/post-comment.ts'
import { readEditorProject } from '../check/editor-link.ts'
import { repositoryPaths } from '../check/repository-path.ts'
import { findProjectFile } from '../find-project-file.ts'
import { listOf } from '../list-of.ts'
import { type Terminal, UsageError } from '../terminal.ts'
import { readArgumentsOf } from './descriptions.ts'

/**
 * `dragoman check [FOLDER]`: runs the editor's checks on files. Exits with 1 on errors, with `--strict` also
 * on warnings. With `--base`, only new findings since that commit count.
 */
export async function check(args: readonly string[], terminal: Terminal): Promise<number> {
  const { words, options } = readArgumentsOf('check', args)
  const format = options.get('--format') ?? 'text'
  const report = CHECK_REPORTS.get(format)
  if (report === undefined)
    throw new UsageError(`--format is "${format}". It must be text, json, github, gitlab or sarif.`)
  const code = options.get('--code')
  if (code === undefined && options.has('--functions'))
    throw new UsageError('--functions is for the code that --code names.')
  const folder = words[0] ?? '.'
  const result = await checkFolder(folder, {
    base: options.get('--base') ?? null,
    code: code === undefined ? null : { folder: code, names: listOf(options.get('--functions')) },
    editor: await editorsOf(options.get('--editor'), folder),
  })
  const place = repositoryPaths(result.folder)
  const text = report(result, place, { isWhole: options.has('--skipped') })
  if (text !== '') terminal.print(text)
  if (options.has('--comment')) await postComment({ result, folder, place, format }, terminal)
  const failed = result.errors > 0 || (options.has('--strict') && result.warnings > 0)
  return failed ? 1 : 0
}

/**
 * Returns the servers and projects of the texts: the one of the option for the first project, otherwise those of
 * `dragoman.json`.
 */
async function editorsOf(named: string | undefined, folder: string): Promise<EditorOf> {
  if (named !== undefined) {
    const editor = readEditorProject(named)
    return (index) => (index === 0 ? editor : null)
  }
  const found = await findProjectFile(folder)
  if (found === null || found.file.server === null) return () => null
  const { origin } = new URL(found.file.server)
  const editorOf = (project: string | null) =>
    project === null ? null : readEditorProject(`${origin}/p/${project}`)
  const { project, files } = found.file
  // Below its folder, other files are detected.
  const isHere = found.root === (await realpath(resolve(folder)))
  const editors = isHere ? files.map((item) => editorOf(item.project ?? project)) : [editorOf(project)]
  return (index) => editors[index] ?? null
}
