import { realpath } from 'node:fs/promises'
import { resolve } from 'node:path'
import { nameWithFolder, slugFromName } from '@dragoman/core'
import { placesOf } from '@dragoman/server/sync'
import { checkFolder, type EditorsOf } from '../check/check-folder.ts'
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
    editors: await editorsOf(options.get('--editor'), folder),
  })
  const place = repositoryPaths(result.folder)
  const text = report(result, place, { isWhole: options.has('--skipped') })
  if (text !== '') terminal.print(text)
  if (options.has('--comment')) await postComment({ result, folder, place, format }, terminal)
  const failed = result.errors > 0 || (options.has('--strict') && result.warnings > 0)
  return failed ? 1 : 0
}

/**
 * Returns the projects of the texts on a server. Those that `dragoman.json` names come first; without them, the first
 * project is that of `--editor`, and others have the names that `dragoman FOLDER` and `dragoman init --all` give them.
 */
async function editorsOf(named: string | undefined, folder: string): Promise<EditorsOf> {
  const found = await findProjectFile(folder)
  const server = found?.file.server ?? null
  const first = named === undefined ? null : readEditorProject(named)
  // Below the folder of the project file, other files are detected.
  const isHere = found !== null && found.root === (await realpath(resolve(folder)))
  const origin = first?.server ?? (server === null ? null : new URL(server).origin)
  const editorOf = (project: string | null) =>
    project === null || origin === null ? null : { server: origin, project }
  const whole = first?.project ?? found?.file.project ?? null
  if (isHere) {
    const editors = found.file.files.map((item) => editorOf(item.project ?? whole))
    return (detections) => detections.map((_, index) => editors[index] ?? null)
  }
  return (detections) => {
    const places = placesOf(detections)
    return detections.map((detection, index) =>
      editorOf(
        index === 0 || whole === null ? whole : ownName(whole, places.get(detection) ?? detection.pattern),
      ),
    )
  }
}

function ownName(project: string, place: string): string {
  return slugFromName(nameWithFolder(project, place))
}
