import { Failure, type FieldProblem } from '@dragoman/contract'
import { isNameToGive, namespaceProblem } from '@dragoman/core'

export type Names = {
  readonly namespace?: string | undefined
  readonly name?: string | undefined
  readonly aliases?: readonly string[] | undefined
}

/** `now`: the current name of the key. */
export function requireNames({ namespace, name, aliases = [] }: Names, now = ''): void {
  const fields: FieldProblem[] = []
  const problem = namespace === undefined ? null : namespaceProblem(namespace)
  if (problem !== null) fields.push({ pointer: '/namespace', code: problem })
  if (name !== undefined && !isNameToGive(name, now)) fields.push({ pointer: '/name', code: 'unusable' })
  for (const [index, alias] of aliases.entries())
    if (!isNameToGive(alias, '')) fields.push({ pointer: `/aliases/${index}`, code: 'unusable' })
  if (fields.length > 0) throw new Failure('invalid-input', {}, { fields })
}
