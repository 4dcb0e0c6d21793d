import { checkFolder } from '../check/check-folder.ts'
import { CHECK_REPORTS } from '../check/check-report.ts'
import { repositoryPaths } from '../check/repository-path.ts'
import { readArguments } from '../read-arguments.ts'
import { type Terminal, UsageError } from '../terminal.ts'

/**
 * `dragoman check [FOLDER]`: the checks of the editor over files. Ends with 1 when there are errors, with
 * `--strict` also for warnings. With `--base` only what is new since that commit counts.
 */
export async function check(args: readonly string[], { print }: Terminal): Promise<number> {
  const { words, options } = readArguments(
    args,
    { '--format': 'value', '--base': 'value', '--strict': 'switch' },
    { wordsMax: 1 },
  )
  const format = options.get('--format') ?? 'text'
  const report = CHECK_REPORTS.get(format)
  if (report === undefined)
    throw new UsageError(`--format is "${format}". It must be text, json, github, gitlab or sarif.`)
  const result = await checkFolder(words[0] ?? '.', { base: options.get('--base') ?? null })
  const text = report(result, repositoryPaths(result.folder))
  if (text !== '') print(text)
  const failed = result.errors > 0 || (options.has('--strict') && result.warnings > 0)
  return failed ? 1 : 0
}
