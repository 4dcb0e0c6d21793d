import { findProjectFile } from '../find-project-file.ts'
import { type Terminal, UsageError } from '../terminal.ts'
import { type Connection, connect } from './connect.ts'

/**
 * Connects to the server of a project: both as named by `--project` and `--server`, otherwise by the
 * `dragoman.json` of a folder, by default the current one. Throws UsageError.
 */
export async function connectProject(
  terminal: Terminal,
  options: ReadonlyMap<string, string>,
  folder = '.',
): Promise<{ readonly project: string; readonly connection: Connection }> {
  const configured = (await findProjectFile(folder))?.file
  const project = options.get('--project') ?? configured?.project ?? null
  if (project === null)
    throw new UsageError('Which project? Set it with --project shop or "project" in dragoman.json.')
  const wanted = { option: options.get('--server'), configured: configured?.server ?? null }
  return { project, connection: await connect(terminal, wanted) }
}
