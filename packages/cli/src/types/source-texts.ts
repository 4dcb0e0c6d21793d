import { api } from '@dragoman/contract'
import { FORM_NAMES } from '@dragoman/core'
import { entryOfUnit, i18nextJson } from '@dragoman/formats'
import type { Connection } from '../server/connect.ts'
import type { Repository } from '../sync/local-files.ts'
import { fetchNamespace } from '../sync/server-texts.ts'
import { CommandError } from '../terminal.ts'
import type { SourceText } from './i18next-types.ts'

export type SourceTexts = {
  readonly sourceLanguage: string
  readonly namespaces: ReadonlyMap<string, readonly SourceText[]>
}

/**
 * Returns the source texts of files. Throws CommandError if there are none, or if they are for another
 * library.
 */
export function textsOfFiles({ sets }: Repository): SourceTexts {
  const own = [...sets.values()].flat().filter(({ format }) => format.id === i18nextJson.id)
  const [first] = own
  if (first === undefined) {
    const formats = [...new Set([...sets.values()].flat().map(({ format }) => format.id))]
    throw new CommandError(
      `Types are for i18next, and these files are ${formats.join(', ')}. A dragoman.json with "format": "i18next-json" can set another format.`,
    )
  }
  const namespaces = new Map<string, readonly SourceText[]>()
  for (const { path, language, namespace, document } of own.flatMap(({ files }) =>
    files.flatMap((file) => file.parts),
  )) {
    if (language !== first.sourceLanguage) continue
    if (namespaces.has(namespace))
      throw new CommandError(`Two files have the namespace "${namespace}"; ${path} is the second.`)
    namespaces.set(namespace, [...document.entries.values()])
  }
  if (namespaces.size === 0)
    throw new CommandError(`There is no file for ${first.sourceLanguage}, the source language.`)
  return { sourceLanguage: first.sourceLanguage, namespaces }
}

/**
 * Returns the source texts of a server, named as a file would name them. Throws `Failure` and CommandError.
 */
export async function textsOfServer(connection: Connection, project: string): Promise<SourceTexts> {
  const state = await connection.call(api.texts.state, { params: { project } })
  const { sourceLanguage, syntax } = state
  if (syntax !== i18nextJson.syntax)
    throw new CommandError(
      `Types are for i18next, and ${project} on ${connection.server} uses the placeholder syntax ${syntax}: see the settings of the project.`,
    )
  const names = [...new Set(state.texts.map(({ namespace }) => namespace))].sort()
  const namespaces = new Map<string, readonly SourceText[]>()
  for (const namespace of names) {
    const { units } = await fetchNamespace(connection, project, { namespace, languages: [sourceLanguage] })
    const texts = (units.get(sourceLanguage) ?? []).flatMap(({ unit }) =>
      FORM_NAMES.flatMap((form): SourceText[] => {
        const text = unit.forms[form]
        const entry = text === undefined ? null : entryOfUnit(i18nextJson, unit, form)
        return entry === null || text === undefined ? [] : [{ path: entry.path, text }]
      }),
    )
    if (texts.length > 0) namespaces.set(namespace, texts)
  }
  if (namespaces.size === 0)
    throw new CommandError(
      `${project} on ${connection.server} has no texts in ${sourceLanguage}, its source language.`,
    )
  return { sourceLanguage, namespaces }
}
