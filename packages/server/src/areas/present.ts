import type {
  ActorReply,
  CountsReply,
  KeyReply,
  OperationReply,
  SuggestionReply,
  TranslationReply,
} from '@dragoman/contract'
import { definedOf, nameOfPath, type Principal, type RecordedActor } from '@dragoman/core'
import type { Counts, KeyRow, OperationRow, ProjectRow, SuggestionRow, TranslationRow } from '@dragoman/store'
import { maySeeNames } from '../access/may-see-names.ts'

/**
 * Presents a row in the form of the contract. Each field is named, so that columns added later do not leak.
 */
export function presentKey(row: KeyRow): KeyReply {
  const { id, namespace, name, plural, path, description, tags, maxLength, syntax, version } = row
  return {
    ...{ id, namespace, name, plural, path: [...path], description, tags: [...tags] },
    ...{ maxLength, syntax, version },
  }
}

export function presentTranslation(row: TranslationRow): TranslationReply {
  const { keyId, language, forms, state, version, sourceVersion, outdated, failing, actor, updatedAt } = row
  return {
    keyId,
    language,
    forms,
    state,
    version,
    sourceVersion,
    outdated,
    failing,
    actor: actor && presentActor(actor),
    updatedAt,
  }
}

/** Presents a translation without names, for callers who cannot see who did what. */
function presentAnonymous(row: TranslationRow): TranslationReply {
  return presentTranslation({ ...row, actor: null })
}

/** Returns how to present translations to someone: with names only if they can see them. */
export function presenterFor(actor: Principal | null, project: ProjectRow): typeof presentTranslation {
  return maySeeNames(actor, project) ? presentTranslation : presentAnonymous
}

export function presentActor({ id, name }: RecordedActor): ActorReply {
  return { id, name }
}

/** People who voted that are listed with a suggestion, in addition to the reader. */
const VOTERS_LISTED = 20

/** Presents a suggestion to someone, by their id, never with contact details of its author. */
export function presentSuggestion(row: SuggestionRow, readerId: string | null): SuggestionReply {
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
    // A reader who has voted is among them, so that they can see their vote and take it back.
    voters: row.voters
      .filter(({ id }, index) => index < VOTERS_LISTED || (id !== null && id === readerId))
      .map(presentActor),
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

/** Returns how to present suggestions to someone: if they cannot see names, without any but their own. */
export function suggestionPresenterFor(
  actor: Principal | null,
  project: ProjectRow,
): (row: SuggestionRow) => SuggestionReply {
  // All visitors share one id
  const ownId = actor === null || actor.instanceRole === 'visitor' ? null : actor.id
  if (maySeeNames(actor, project)) return (row) => presentSuggestion(row, ownId)
  return (row) => {
    const shown = presentSuggestion(row, ownId)
    const isOwn = ({ id }: ActorReply) => id !== null && id === ownId
    return {
      ...shown,
      author: isOwn(row.author) ? shown.author : NOBODY,
      voters: shown.voters.filter(isOwn),
      decision: shown.decision && { ...shown.decision, by: NOBODY },
    }
  }
}

const NOBODY: ActorReply = { id: null, name: '' }

/** What an operation decided: only what there was of it. */
function presentVerdict({
  approved,
  sentBack,
  accepted,
  rejected,
  reason,
}: Pick<OperationRow['summary'], 'approved' | 'sentBack' | 'accepted' | 'rejected' | 'reason'>): Pick<
  OperationReply['summary'],
  'approved' | 'sentBack' | 'accepted' | 'rejected' | 'reason'
> {
  return {
    ...definedOf({ approved, sentBack, accepted, rejected }),
    ...(reason === undefined ? {} : { reason: { kind: reason.kind, text: reason.text } }),
  }
}

/** Returns an operation as anyone can see it, or with where its folder on the server is. */
export function presentOperation(
  row: OperationRow,
  { showsPath }: { readonly showsPath: boolean } = { showsPath: false },
): OperationReply {
  const { id, kind, actor, at, summary, undoes, undoneBy } = row
  const { keysAdded, keysRemoved, keysEdited, translations, languages, key, origin, ...verdict } = summary
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
      ...presentVerdict(verdict),
      ...(origin === undefined ? {} : { origin: showsPath ? origin : nameOfPath(origin) }),
    },
    undoes,
    undoneBy,
  }
}

export function presentCounts(counts: Counts): CountsReply {
  const { total, untranslated, draft, translated, reviewed, outdated, failing, sourceless } = counts
  return { total, untranslated, draft, translated, reviewed, outdated, failing, sourceless }
}
