import type { FieldsBefore, TextBefore } from './internal-change.ts'
import type { Scope } from './scope.ts'
import type { KeySnapshot, TextSnapshot } from './working-set.ts'

/** Returns what history records of a replaced text. */
export function textBefore(was: TextSnapshot): TextBefore {
  const { forms, state, version, sourceVersion, outdated, withKey, operationId, author } = was
  const text = { forms, state, version, sourceVersion, outdated, withKey, operationId }
  return author === undefined ? text : { ...text, author }
}

/** Returns what history records of a key's replaced fields. */
export function fieldsBefore(scope: Scope, was: KeySnapshot): FieldsBefore {
  const { name, plural, path, description, tags, aliases, maxLength, syntax } = was
  const { position, version, fieldsOperationId } = was
  return {
    namespace: scope.namespacesById.get(was.namespaceId)?.name ?? '',
    name,
    plural,
    path,
    description,
    tags,
    aliases,
    maxLength,
    ...(syntax === null ? {} : { syntax }),
    position,
    version,
    fieldsOperationId,
  }
}
