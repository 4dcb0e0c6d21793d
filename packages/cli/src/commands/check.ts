import { checkFolder } from '../check/check-folder.ts'
import { CHECK_REPORTS } from '../check/check-report.ts'
import { postComment } from '../check/comment/post-comment.ts'
import { type EditorProject, readEditorProject } from '../check/editor-link.ts'
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
    editor: await editorOf(options.get('--editor'), folder),
  })
  const place = repositoryPaths(result.folder)
  const text = report(result, place)
  if (text !== '') terminal.print(text)
  if (options.has('--comment')) await postComment({ result, folder, place, format }, terminal)
  const failed = result.errors > 0 || (options.has('--strict') && result.warnings > 0)
  return failed ? 1 : 0
}

/** Returns the server and project of the texts: from the option, otherwise from `dragoman.json`. */
async function editorOf(named: string | undefined, folder: string): Promise<EditorProject | null> {
  if (named !== undefined) return readEditorProject(named)
  const { server = null, project = null } = (await findProjectFile(folder))?.file ?? {}
  return server === null || project === null
    ? null
    : readEditorProject(`${new URL(server).origin}/p/${project}`)
}
