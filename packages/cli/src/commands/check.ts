import { checkFolder } from '../check-folder.ts'
import { githubReport, jsonReport, textReport } from '../check-report.ts'
import { readArguments } from '../read-arguments.ts'
import { type Terminal, UsageError } from '../terminal.ts'

const REPORTS = new Map([
  ['text', textReport],
  ['json', jsonReport],
  ['github', githubReport],
])

/**
 * `dragoman check [FOLDER]`: the checks of the editor over files. Ends with 1 when there are errors, with
 * `--strict` also for warnings.
 */
export async function check(args: readonly string[], { print }: Terminal): Promise<number> {
  const { words, options } = readArguments(
    args,
    { '--format': 'value', '--strict': 'switch' },
    { wordsMax: 1 },
  )
  const format = options.get('--format') ?? 'text'
  const report = REPORTS.get(format)
  if (report === undefined) throw new UsageError(`--format is "${format}". It must be text, json or github.`)
  const result = await checkFolder(words[0] ?? '.')
  print(report(result))
  const failed = result.errors > 0 || (options.has('--strict') && result.warnings > 0)
  return failed ? 1 : 0
}
