import { Failure } from '@dragoman/contract'
import type { EntryPath, PluralKind } from '@dragoman/core'
import { entryOfUnit, formatById } from '@dragoman/formats'
import { listSources, type ProjectRow, type Reader } from '@dragoman/store'

/**
 * Throws `invalid-input` at `/plural` if no file of the project can hold the key: formats with plurals inside
 * the text have no place for forms of a key.
 */
export async function requirePlaceFor(
  r: Reader,
  project: ProjectRow,
  unit: { readonly name: string; readonly path: EntryPath; readonly plural: PluralKind },
): Promise<void> {
  if (unit.plural === 'none') return
  const formats = (await listSources(r, project.id)).flatMap((source) => formatById(source.format) ?? [])
  if (formats.length === 0 || formats.some((format) => entryOfUnit(format, unit, 'other') !== null)) return
  throw new Failure('invalid-input', {}, { fields: [{ pointer: '/plural', code: 'plural-unfit' }] })
}
