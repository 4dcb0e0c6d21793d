import { Failure, type RefusedField } from '@dragoman/contract'
import { isNameToGive } from '@dragoman/core'

export type Names = {
  readonly name?: string | undefined
  readonly aliases?: readonly string[] | undefined
}

/**
 * Throws `invalid-input` if a person cannot give a key these names. `now`: the current name of the key.
 */
export function requireNames({ name, aliases = [] }: Names, now = ''): void {
  const fields: RefusedField[] = []
  if (name !== undefined && !isNameToGive(name, now)) fields.push({ pointer: '/name', code: 'unusable' })
  for (const [index, alias] of aliases.entries())
    if (!isNameToGive(alias, '')) fields.push({ pointer: `/aliases/${index}`, code: 'unusable' })
  if (fields.length > 0) throw new Failure('invalid-input', {}, { fields })
}
