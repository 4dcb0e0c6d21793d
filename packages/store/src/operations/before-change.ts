import type { FieldsBefore, TextBefore } from './internal-change.ts'
import type { Scope } from './scope.ts'
import type { KeySnapshot, TextSnapshot } from './working-set.ts'

/** What history keeps of a text as it was. */
export function textBefore(was: TextSnapshot): TextBefore {
  const { forms, state, version, sourceVersion, outdated, withKey, operationId, author } = was
  const text = { forms, state, version, sourceVersion, outdated, withKey, operationId }
  return author === undefined ? text : { ...text, author }
}

/** What history keeps of a key's own fields as they were. */
export function fieldsBefore(scope: Scope, was: KeySnapshot): FieldsBefore {
  const { name, plural, path, description, tags, maxLength, position, version, fieldsOperationId } = was
  return {
    namespace: scope.namespacesById.get(was.namespaceId)?.name ?? '',
    name,
    plural,
    path,
    description,
    tags,
    maxLength,
    position,
    version,
    fieldsOperationId,
  }
}
