import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { api, isFailure } from '@dragoman/contract'
import { listOf } from '../list-of.ts'
import { brokenReason } from '../server/call-with-retries.ts'
import type { Connection } from '../server/connect.ts'
import { connectProject } from '../server/connect-project.ts'
import { noProject } from '../server/no-project.ts'
import { cannotBeWritten } from '../sync/write-file-inside.ts'
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
  const part = `${file}.${randomBytes(6).toString('hex')}.part`
  try {
    // Node.js has its own types for the same stream.
    const stream = Readable.fromWeb(bytes as Parameters<typeof Readable.fromWeb>[0])
    await pipeline(stream, createWriteStream(part)).catch((error: unknown) => {
      const reason = brokenReason(error)
      if (reason === null) throw cannotBeWritten(file, error)
      throw new CommandError(`The download from ${connection.server} was not finished: ${reason}. Try again.`)
    })
    const { size } = await stat(part)
    if (sizeBytes !== null && size !== sizeBytes)
      throw new CommandError(`Only ${size} of ${sizeBytes} bytes were received. Try again.`)
    await rename(part, file)
    terminal.print(`Exported ${project} to ${file} (${size} bytes).`)
  } finally {
    await rm(part, { force: true })
  }
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
