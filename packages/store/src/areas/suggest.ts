import {
  actorId,
  type Forms,
  hasText,
  LIMITS,
  normalizeForms,
  type RecordedActor,
  sameForms,
  secondsToWait,
} from '@dragoman/core'
import { sql } from 'kysely'
import { OPEN_SUGGESTION, sanitizeForStorage, suggestionStateNumber } from '../rows.ts'
import { searchForms } from '../search/search-text.ts'
import type { Writer } from '../store.ts'
import { foldAddress } from './addresses.ts'
import { countAttempt } from './attempts.ts'
import { findLanguageId } from './find-places.ts'
import { keyById, wasRemoved } from './keys.ts'
import { type SuggestionRow, suggestionById, suggestionsOfString } from './suggestions.ts'
import { translation } from './translations.ts'

/** The author of a suggestion: a person, or a visitor with a name and an address that is never shown. */
export type Suggester = RecordedActor & { readonly address?: string }

/** Why a suggestion was not added or changed. */
export type SuggestionRefusal =
  | { readonly code: 'not-found'; readonly what: 'key' | 'language' | 'suggestion' }
  | { readonly code: 'gone' }
  /** No text, or the current one. */
  | { readonly code: 'empty' }
  | { readonly code: 'same-text' }
  | { readonly code: 'already-exists'; readonly id: number }
  | { readonly code: 'too-many'; readonly limit: number }
  /** It is no longer open, or was edited since. */
  | { readonly code: 'decided'; readonly current: SuggestionRow }
  | { readonly code: 'stale'; readonly current: SuggestionRow }
  /** Too many from one network address without an account. */
  | { readonly code: 'too-many-requests'; readonly retryAfterS: number }
  | { readonly code: 'own' }
  | { readonly code: 'not-own' }

export type SuggestionResult =
  | { readonly ok: true; readonly suggestion: SuggestionRow }
  | { readonly ok: false; readonly refusal: SuggestionRefusal }

/** The id of every visitor. */
const VISITOR = actorId('visitor')

/**
 * Columns of a suggestion without a decision. An edited one must not keep a decision that was undone: undoing
 * that undo would decide on words that the reviewer has not read.
 */
const UNDECIDED = {
  decided_at: null,
  decided_by_id: null,
  decided_by_label: null,
  reason_kind: null,
  reason: '',
  operation_id: null,
}

/** Adds a suggestion for a string, also from visitors: callers have checked the access rights. */
export async function addSuggestion(
  w: Writer,
  request: {
    readonly projectId: number
    readonly keyId: number
    readonly language: string
    readonly forms: Forms
    readonly note: string
    readonly author: Suggester
    readonly at: string
  },
): Promise<SuggestionResult> {
  const { projectId, keyId, language, author } = request
  const forms = normalizeForms(request.forms)
  // One at a time, so that the limit cannot be exceeded, and the same text cannot be suggested twice.
  await w.dialect.lockProject(w.db, projectId)
  const known = await keyById(w, projectId, keyId)
  if (known === null)
    return (await wasRemoved(w, projectId, keyId))
      ? refuse({ code: 'gone' })
      : refuse({ code: 'not-found', what: 'key' })
  const text = await translation(w, projectId, keyId, language)
  if (text === null) return refuse({ code: 'not-found', what: 'language' })
  const refusal = await refusalOf(w, request, { forms, textForms: text.forms, except: null })
  if (refusal !== null) return refuse(refusal)
  const languageId = await findLanguageId(w, projectId, language)
  if (languageId === null) return refuse({ code: 'not-found', what: 'language' })
  const id = await w.dialect.allocate(w.db, 'operation', 1)
  await w.db
    .insertInto('suggestion')
    .values({
      id,
      project_id: projectId,
      language_id: languageId,
      key_id: keyId,
      forms: JSON.stringify(forms),
      folded: searchForms(forms),
      state: OPEN_SUGGESTION,
      author_id: author.id,
      author_label: sanitizeForStorage(author.name),
      author_address: author.address ?? null,
      note: sanitizeForStorage(request.note),
      text_version: text.version,
      version: 1,
      votes: 0,
      created_at: request.at,
      ...UNDECIDED,
    })
    .execute()
  return done(w, { projectId, id, by: author, what: 'added' })
}

const HOUR_MS = 60 * 60 * 1000

/**
 * Does the same for a visitor without an account: with a name, an address if the project requires one, and
 * what they are counted by (their network address, a confirmed email address). The number per hour is limited
 * across all processes.
 */
export async function addVisitorSuggestion(
  w: Writer,
  request: Omit<Parameters<typeof addSuggestion>[1], 'author'> & {
    readonly visitor: {
      readonly name: string
      readonly address: string | null
      readonly countedAs: readonly string[]
    }
    readonly nowMs: number
  },
): Promise<SuggestionResult> {
  const { visitor, nowMs, ...suggestion } = request
  for (const one of visitor.countedAs) {
    const name = `suggestions ${one}`
    const { count, untilMs } = await countAttempt(w, { name, nowMs, windowMs: HOUR_MS })
    if (count > LIMITS.visitorSuggestionsPerHour)
      return refuse({
        code: 'too-many-requests',
        retryAfterS: secondsToWait(untilMs - nowMs),
      })
  }
  const { name, address } = visitor
  return addSuggestion(w, {
    ...suggestion,
    author: { id: VISITOR, name, ...(address === null ? {} : { address }) },
  })
}

/**
 * Edits the author's own open suggestion. Its votes, and a decision that was undone, were for the previous
 * words: they are deleted.
 */
export async function editSuggestion(
  w: Writer,
  request: {
    readonly projectId: number
    readonly id: number
    readonly forms: Forms
    readonly note: string
    readonly baseVersion: number
    readonly by: RecordedActor
  },
): Promise<SuggestionResult> {
  const { projectId, id, by } = request
  const found = await ownOpen(w, request)
  if ('refusal' in found) return refuse(found.refusal)
  const { suggestion } = found
  if (suggestion.version !== request.baseVersion) return refuse({ code: 'stale', current: suggestion })
  const forms = normalizeForms(request.forms)
  const isSame = sameForms(forms, suggestion.forms)
  if (isSame && request.note === suggestion.note) return { ok: true, suggestion }
  const text = await translation(w, projectId, suggestion.keyId, suggestion.language)
  const refusal = await refusalOf(
    w,
    { ...suggestion, projectId, author: by },
    { forms, textForms: text?.forms ?? {}, except: id },
  )
  if (refusal !== null) return refuse(refusal)
  if (!isSame) await w.db.deleteFrom('suggestion_vote').where('suggestion_id', '=', id).execute()
  await w.db
    .updateTable('suggestion')
    .set({
      forms: JSON.stringify(forms),
      folded: searchForms(forms),
      note: sanitizeForStorage(request.note),
      version: suggestion.version + 1,
      ...(isSame ? {} : { votes: 0, ...UNDECIDED }),
    })
    .where('id', '=', id)
    .execute()
  return done(w, { projectId, id, by, what: 'edited' })
}

/** Withdraws the author's own open suggestion. */
export async function withdrawSuggestion(
  w: Writer,
  request: { readonly projectId: number; readonly id: number; readonly by: RecordedActor },
): Promise<SuggestionResult> {
  const found = await ownOpen(w, request)
  if ('refusal' in found) return refuse(found.refusal)
  await w.db
    .updateTable('suggestion')
    .set({ state: suggestionStateNumber('withdrawn') })
    .where('id', '=', request.id)
    .execute()
  return done(w, { ...request, what: 'withdrawn' })
}

/** Votes for another person's suggestion, or removes the vote. Voting twice counts once. */
export async function voteForSuggestion(
  w: Writer,
  request: {
    readonly projectId: number
    readonly id: number
    readonly by: RecordedActor
    readonly isFor: boolean
    readonly at: string
  },
): Promise<SuggestionResult> {
  const { projectId, id, by, isFor, at } = request
  const found = await openOf(w, request)
  if ('refusal' in found) return refuse(found.refusal)
  if (by.id === null || found.suggestion.author.id === by.id) return refuse({ code: 'own' })
  const ids = { suggestion_id: id, voter_id: by.id }
  const changed = isFor
    ? await w.db
        .insertInto('suggestion_vote')
        .values({ ...ids, voter_label: by.name, at })
        .onConflict((on) => on.columns(['suggestion_id', 'voter_id']).doNothing())
        .executeTakeFirst()
        .then((result) => Number(result.numInsertedOrUpdatedRows ?? 0))
    : await w.db
        .deleteFrom('suggestion_vote')
        .where('suggestion_id', '=', id)
        .where('voter_id', '=', by.id)
        .executeTakeFirst()
        .then((result) => Number(result.numDeletedRows))
  if (changed === 0) return { ok: true, suggestion: found.suggestion }
  await sql`update suggestion set votes = (select count(*) from suggestion_vote v where v.suggestion_id = ${id})
    where id = ${id}`.execute(w.db)
  return done(w, { projectId, id, by, what: 'voted' })
}

type Found = { readonly suggestion: SuggestionRow } | { readonly refusal: SuggestionRefusal }

async function openOf(
  w: Writer,
  { projectId, id }: { readonly projectId: number; readonly id: number },
): Promise<Found> {
  await w.dialect.lockProject(w.db, projectId)
  const suggestion = await suggestionById(w, projectId, id)
  if (suggestion === null) return { refusal: { code: 'not-found', what: 'suggestion' } }
  if (suggestion.state !== 'open') return { refusal: { code: 'decided', current: suggestion } }
  return { suggestion }
}

async function ownOpen(
  w: Writer,
  request: { readonly projectId: number; readonly id: number; readonly by: RecordedActor },
): Promise<Found> {
  const found = await openOf(w, request)
  if ('refusal' in found) return found
  const { author } = found.suggestion
  return author.id !== null && author.id === request.by.id ? found : { refusal: { code: 'not-own' } }
}

type OfString = {
  readonly projectId: number
  readonly keyId: number
  readonly language: string
  readonly author: Suggester
}

async function refusalOf(
  w: Writer,
  of: OfString,
  {
    forms,
    textForms,
    except,
  }: { readonly forms: Forms; readonly textForms: Forms; readonly except: number | null },
): Promise<SuggestionRefusal | null> {
  if (!hasText(forms)) return { code: 'empty' }
  if (sameForms(forms, textForms)) return { code: 'same-text' }
  const others = (await suggestionsOfString(w, of)).filter(
    ({ state, id }) => state === 'open' && id !== except,
  )
  const same = others.find((other) => sameForms(other.forms, forms))
  if (same) return { code: 'already-exists', id: same.id }
  if (except !== null) return null
  const limit = LIMITS.suggestionsPerString
  const own =
    of.author.id === VISITOR
      ? await openOfVisitor(w, of)
      : others.filter(({ author }) => author.id === of.author.id).length
  return own >= limit ? { code: 'too-many', limit } : null
}

/**
 * Counts the open suggestions of a visitor's address for a string. All visitors have the same id, and nothing tells
 * those without an address apart: only the number per hour is limited for them.
 */
async function openOfVisitor(w: Writer, { projectId, keyId, language, author }: OfString): Promise<number> {
  if (author.address === undefined) return 0
  const languageId = await findLanguageId(w, projectId, language)
  if (languageId === null) return 0
  const rows = await w.db
    .selectFrom('suggestion')
    .select('author_address')
    .where('project_id', '=', projectId)
    .where('key_id', '=', keyId)
    .where('language_id', '=', languageId)
    .where('state', '=', sql.lit(OPEN_SUGGESTION))
    .where('author_id', '=', VISITOR)
    .execute()
  const own = foldAddress(author.address)
  return rows.filter((row) => row.author_address !== null && foldAddress(row.author_address) === own).length
}

async function done(
  w: Writer,
  {
    projectId,
    id,
    by,
    what,
  }: {
    readonly projectId: number
    readonly id: number
    readonly by: RecordedActor
    readonly what: 'added' | 'edited' | 'voted' | 'withdrawn'
  },
): Promise<SuggestionResult> {
  const suggestion = await suggestionById(w, projectId, id)
  if (suggestion === null) throw new Error('a suggestion that was just written is not there')
  const { keyId, language } = suggestion
  const payload = { suggestionId: id, keyId, language, what }
  w.emit({ kind: 'suggestion.changed', projectId, actorId: by.id, payload })
  return { ok: true, suggestion }
}

function refuse(refusal: SuggestionRefusal): SuggestionResult {
  return { ok: false, refusal }
}
