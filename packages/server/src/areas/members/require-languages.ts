import { Failure, type RefusedField, type RightsReply } from '@dragoman/contract'
import { isPerLanguage } from '@dragoman/core'

/**
 * Refuses rights in an invitation that are for no language: who accepts it could do nothing. Throws
 * `invalid-input` that names each of them.
 */
export function requireLanguages(
  given: readonly { readonly pointer: string; readonly rights: RightsReply | null }[],
): void {
  const fields = given.flatMap(({ pointer, rights }): RefusedField[] => {
    if (rights === null) return []
    const { grants = [], ...main } = rights
    const roles = [
      { at: pointer, ...main },
      ...grants.map((grant, index) => ({ at: `${pointer}/grants/${index}`, ...grant })),
    ]
    return roles.flatMap(({ at, role, languages }): RefusedField[] =>
      isPerLanguage(role) && languages?.length === 0
        ? [{ pointer: `${at}/languages`, code: 'no-language' }]
        : [],
    )
  })
  if (fields.length > 0) throw new Failure('invalid-input', {}, { fields })
}
