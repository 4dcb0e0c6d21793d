import { api, Failure, isFailure } from '@dragoman/contract'
import { languageAmong } from '@dragoman/core'
import { count } from '../count.ts'
import { failureText } from '../failure-text.ts'
import { oneLine } from '../one-line.ts'
import type { Connection } from '../server/connect.ts'
import { connectProject } from '../server/connect-project.ts'
import { noProject } from '../server/no-project.ts'
import { readShots, type Shot } from '../shots/read-shots.ts'
import { type Terminal, UsageError } from '../terminal.ts'
import { readArgumentsOf } from './descriptions.ts'

/** `dragoman shots FOLDER`: sends screenshots of tests, which the editor shows next to their strings. */
export async function shots(args: readonly string[], terminal: Terminal): Promise<number> {
  const { words, options } = readArgumentsOf('shots', args)
  const [folder] = words
  if (folder === undefined) throw new UsageError('Where are the screenshots? dragoman shots FOLDER.')
  const read = await readShots(folder)
  const { project, connection } = await connectProject(terminal, options)
  const { known, languages } = await knownOf(connection, project)
  const found = read.map((shot) => {
    const { language } = shot.body
    return { ...shot, body: { ...shot.body, language: languageAmong(languages, language) ?? language } }
  })
  const changed = found.filter((shot) => !isKnown(known, shot))
  if (options.has('--dry-run')) {
    for (const { body } of changed) terminal.print(`Would send ${titleOf(body)}.`)
    terminal.print(`${changed.length} to send, ${found.length - changed.length} unchanged.`)
    return 0
  }
  const pictures = new Set(known.map(({ image }) => image.hash))
  const unknown = new Set<string>()
  let failed = 0
  for (const shot of changed) {
    try {
      if (!pictures.has(shot.body.image)) {
        await connection.call(api.screenshots.addImage, { params: { project }, bytes: shot.picture })
        pictures.add(shot.body.image)
      }
      const reply = await connection.call(api.screenshots.save, { params: { project }, body: shot.body })
      for (const { namespace, key } of reply.unknown) unknown.add(`${namespace}:${key}`)
      if (reply.screenshot === null) {
        failed++
        terminal.complain(`${shot.file}: the project has none of its strings.`)
      } else terminal.print(`Sent ${titleOf(shot.body)}: ${count(reply.strings, 'string')}.`)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      failed++
      terminal.complain(`${shot.file}: ${failureText(error)}`)
    }
  }
  if (unknown.size > 0) terminal.complain(`Not in the project: ${oneLine([...unknown].sort().join(', '))}.`)
  terminal.print(
    `${changed.length - failed} sent, ${found.length - changed.length} unchanged${failed > 0 ? `, ${failed} not sent` : ''}.`,
  )
  return failed > 0 ? 1 : 0
}

/** Returns the screenshots and languages of a project. Throws CommandError if there is no such project. */
async function knownOf(connection: Connection, project: string) {
  try {
    const params = { project }
    const { screenshots } = await connection.call(api.screenshots.list, { params })
    const { languages } = await connection.call(api.projects.get, { params })
    return { known: screenshots, languages: languages.map(({ tag }) => tag) }
  } catch (error) {
    if (isFailure(error, 'not-found') && error.params.what === 'project')
      throw await noProject(connection, project)
    throw error
  }
}

/**
 * Whether the server already has the screenshot. A newer one counts as different if source texts have changed
 * since.
 */
function isKnown(known: Awaited<ReturnType<typeof knownOf>>['known'], { body }: Shot): boolean {
  return known.some(
    ({ name, language, image, mark, stale, takenAt }) =>
      name === body.name &&
      language === body.language &&
      image.hash === body.image &&
      mark === body.mark &&
      (stale === 0 || (body.takenAt ?? '') <= takenAt),
  )
}

function titleOf({ name, language }: Shot['body']): string {
  return oneLine(`"${name}" (${language})`)
}
