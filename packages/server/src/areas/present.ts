import type {
  ActorReply,
  CountsReply,
  KeyReply,
  OperationReply,
  SuggestionReply,
  TranslationReply,
} from '@dragoman/contract'
import type { Principal, RecordedActor } from '@dragoman/core'
import type { Counts, KeyRow, OperationRow, ProjectRow, SuggestionRow, TranslationRow } from '@dragoman/store'
import { maySeeNames } from '../access/may-see-names.ts'

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

/** How translations are shown to somebody: with names only where they may see them. */
export function presenterFor(actor: Principal | null, project: ProjectRow): typeof presentTranslation {
  return maySeeNames(actor, project) ? presentTranslation : presentAnonymous
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

/** How suggestions are shown to somebody: without names, but their own, where they may not see them. */
export function suggestionPresenterFor(
  actor: Principal | null,
  project: ProjectRow,
): typeof presentSuggestion {
  if (maySeeNames(actor, project)) return presentSuggestion
  return (row) => {
    const shown = presentSuggestion(row)
    const isOwn = ({ id }: ActorReply) => id !== null && id === actor?.id
    return {
      ...shown,
      author: isOwn(row.author) ? shown.author : NOBODY,
      voters: shown.voters.filter(isOwn),
      decision: shown.decision && { ...shown.decision, by: NOBODY },
    }
  }
}

const NOBODY: ActorReply = { id: null, name: '' }

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
