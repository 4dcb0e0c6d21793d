import type { PluralKind } from '@dragoman/core'
import { formatById, hasPlaceFor } from '@dragoman/formats'
import { formatsOfNamespace, type Reader } from '@dragoman/store'
import { refusedField } from '../../refused-field.ts'

type Keys = {
  readonly projectId: number
  /** Where the keys are, or will be. */
  readonly namespace: string
  readonly plurals: readonly PluralKind[]
  /** What is refused: a JSON pointer into the body. */
  readonly pointer?: '/plural' | '/namespace' | '/act/namespace'
}

/**
 * Throws `invalid-input` if the files of a namespace cannot hold keys with these kinds of plurals: formats with plurals
 * inside the text, or without any, have no place for forms of a key.
 */
export async function requirePlaceFor(
  r: Reader,
  { projectId, namespace, plurals, pointer = '/plural' }: Keys,
): Promise<void> {
  if (plurals.every((plural) => plural === 'none')) return
  const ids = await formatsOfNamespace(r, { projectId, namespace })
  const formats = ids.flatMap((id) => formatById(id) ?? [])
  if (formats.length === 0) return
  if (plurals.every((plural) => formats.some((format) => hasPlaceFor(format, plural)))) return
  throw refusedField(pointer, 'plural-unfit')
}
