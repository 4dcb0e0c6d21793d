import type { ActorReply, CountsReply, KeyReply, OperationReply, TranslationReply } from '@dragoman/contract'
import type { RecordedActor } from '@dragoman/core'
import type { Counts, KeyRow, OperationRow, TranslationRow } from '@dragoman/store'

/** Rows as the contract shows them. Each field is named, so that columns added later do not leak. */
export function presentKey(row: KeyRow): KeyReply {
  const { id, namespace, name, plural, path, description, tags, maxLength, version } = row
  return { id, namespace, name, plural, path: [...path], description, tags: [...tags], maxLength, version }
}

export function presentTranslation(row: TranslationRow): TranslationReply {
  const { keyId, language, forms, state, version, outdated, failing, actor, updatedAt } = row
  return {
    keyId,
    language,
    forms,
    state,
    version,
    outdated,
    failing,
    actor: actor && presentActor(actor),
    updatedAt,
  }
}

export function presentActor({ id, name }: RecordedActor): ActorReply {
  return { id, name }
}

export function presentOperation(row: OperationRow): OperationReply {
  const { id, kind, actor, at, summary, undoes, undoneBy } = row
  const { keysAdded, keysRemoved, keysEdited, translations, languages, key, origin } = summary
  return {
    id,
    kind,
    actor: presentActor(actor),
    at,
    summary: {
      keysAdded,
      keysRemoved,
      keysEdited,
      translations,
      languages: [...languages],
      ...(key ? { key: { namespace: key.namespace, name: key.name } } : {}),
      ...(origin === undefined ? {} : { origin }),
    },
    undoes,
    undoneBy,
  }
}

export function presentCounts(counts: Counts): CountsReply {
  const { total, untranslated, draft, translated, reviewed, outdated, failing } = counts
  return { total, untranslated, draft, translated, reviewed, outdated, failing }
}
