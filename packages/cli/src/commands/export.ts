import { stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { api, isFailure } from '@dragoman/contract'
import { listOf } from '../list-of.ts'
import type { Connection } from '../server/connect.ts'
import { connectProject } from '../server/connect-project.ts'
import { noProject } from '../server/no-project.ts'
import { saveDownload, stoppable } from '../server/save-download.ts'
import { CommandError, type Terminal, UsageError } from '../terminal.ts'
import { readArgumentsOf } from './descriptions.ts'

const ASK_EVERY_MS = 500

/** `dragoman export FILE.zip`: downloads texts of a project on a server as an archive, in any format. */
export async function exportArchive(args: readonly string[], terminal: Terminal): Promise<number> {
  const { words, options } = readArgumentsOf('export', args)
  const [name] = words
  if (name === undefined) throw new UsageError('Which file? dragoman export FILE.zip.')
  const file = resolve(name)
  if ((await stat(file).catch(() => null)) !== null)
    throw new CommandError(`${file} already exists. Choose another name.`)
  const folder = dirname(file)
  if (!(await stat(folder).catch(() => null))?.isDirectory())
    throw new CommandError(`There is no folder ${folder}. Create it first.`)
  const { project, connection } = await connectProject(terminal, options)
  const [languages, namespaces] = [listOf(options.get('--language')), listOf(options.get('--namespace'))]
  const job = await make(connection, {
    project,
    format: options.get('--format') ?? 'i18next-json',
    ...(languages.length === 0 ? {} : { languages }),
    ...(namespaces.length === 0 ? {} : { namespaces }),
  })
  const { bytes, sizeBytes } = await connection.call(api.files.exported, { params: { project, job } })
  const size = await stoppable((signal) =>
    saveDownload(file, { bytes, sizeBytes, server: connection.server, signal }),
  )
  terminal.print(`Exported ${project} to ${file} (${size} bytes).`)
  return 0
}

type Request = {
  readonly project: string
  readonly format: string
  readonly languages?: readonly string[]
  readonly namespaces?: readonly string[]
}

/** Creates the archive on the server and waits for it; returns the id of the job. */
async function make(connection: Connection, { project, ...body }: Request): Promise<number> {
  const params = { project }
  try {
    let job = await connection.call(api.files.exportAll, { params, body })
    while (job.endedAt === null) {
      await sleep(ASK_EVERY_MS)
      job = await connection.call(api.jobs.get, { params: { ...params, job: job.id } })
    }
    if (job.state !== 'done') throw new CommandError(`The export ended as "${job.state}".`)
    return job.id
  } catch (error) {
    if (isFailure(error, 'not-found') && error.params.what === 'project')
      throw await noProject(connection, project)
    throw error
  }
}
