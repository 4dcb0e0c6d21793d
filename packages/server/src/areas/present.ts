import type {
  ActorReply,
  CountsReply,
  KeyReply,
  OperationReply,
  SuggestionReply,
  TranslationReply,
} from '@dragoman/contract'
import { can, type Principal, type RecordedActor } from '@dragoman/core'
import type { Counts, KeyRow, OperationRow, SuggestionRow, TranslationRow } from '@dragoman/store'

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

/** A translation for whoever may not see who did what: the same without a name. */
function presentAnonymous(row: TranslationRow): TranslationReply {
  return presentTranslation({ ...row, actor: null })
}

/** How translations are shown to somebody: with names for members only, never to whom a project is shared with. */
export function presenterFor(actor: Principal | null, projectId: number): typeof presentTranslation {
  const maySeeNames = can(actor, 'history.read', { on: 'project', projectId })
  return maySeeNames ? presentTranslation : presentAnonymous
}

export function presentActor({ id, name }: RecordedActor): ActorReply {
  return { id, name }
}

/** Never how to reach its author. */
export function presentSuggestion(row: SuggestionRow): SuggestionReply {
  const { id, keyId, language, forms, note, author, state, textVersion, version, votes, createdAt } = row
  const { decision } = row
  return {
    id,
    keyId,
    language,
    forms,
    note,
    author: presentActor(author),
    state,
    textVersion,
    version,
    voters: row.voters.map(presentActor),
    votes,
    createdAt,
    decision: decision && {
      by: presentActor(decision.by),
      at: decision.at,
      reason: decision.reason,
      operationId: decision.operationId,
    },
  }
}

export function presentOperation(row: OperationRow): OperationReply {
  const { id, kind, actor, at, summary, undoes, undoneBy } = row
  const { keysAdded, keysRemoved, keysEdited, translations, languages, key, origin, accepted, rejected } =
    summary
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
      ...(accepted === undefined ? {} : { accepted }),
      ...(rejected === undefined ? {} : { rejected }),
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
