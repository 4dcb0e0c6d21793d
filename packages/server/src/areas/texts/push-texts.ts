import type { NotApprovedText, PushedChange, RefusedChange } from '@dragoman/contract'
import { syntaxById } from '@dragoman/core'
import {
  addLanguages,
  applyOperation,
  type ChangeRequest,
  type LoweredText,
  listLanguages,
  lockProject,
  newestVersions,
  type Refusal,
  type Requester,
  setSyntaxOfEmpty,
  type Writer,
} from '@dragoman/store'
import { requireTag } from '../projects/require-tag.ts'
import { failureOfRefusals } from '../run-operation.ts'

type Push = {
  readonly projectId: number
  readonly origin: string
  readonly by: Requester
  readonly at: string
}

export type PushStart = Push & {
  readonly languages: readonly string[]
  readonly syntax?: string | undefined
}

export type PushPart = Push & {
  /** Changes with their positions in the request. */
  readonly changes: readonly (readonly [number, PushedChange])[]
  /** The operation of earlier parts. */
  readonly continues: number | null
}

export type PushedPart = {
  /** The operation so far; null if nothing had to be changed. */
  readonly operationId: number | null
  readonly refused: readonly RefusedChange[]
  readonly notApproved: readonly NotApprovedText[]
}

/**
 * Prepares a project for what someone's files contain: its message syntax if it is empty, and missing languages.
 * Returns the operation that added the languages; null if there was nothing to add. Throws `not-allowed` if a
 * language has to be added and cannot be, `invalid-input` for an invalid language.
 */
export async function startPush(w: Writer, start: PushStart): Promise<number | null> {
  const { projectId, syntax } = start
  await lockProject(w, projectId)
  if (isSyntax(syntax)) await setSyntaxOfEmpty(w, projectId, syntax)
  return addMissingLanguages(w, start)
}

/**
 * Writes a part of what someone's files contain; all parts are one operation. A change that was based on another
 * version, or that they cannot make, is left out and listed; the others are made anyway. Reviewed texts in which a check
 * finds an error are written as translated, and listed (docs/decisions/0158).
 */
export async function pushPart(w: Writer, part: PushPart): Promise<PushedPart> {
  const { projectId, by, at, origin, continues } = part
  await lockProject(w, projectId)
  const refused: RefusedChange[] = await staleRemovals(w, part)
  const done = new Set(refused.map(({ change }) => change))
  for (;;) {
    const left = part.changes.filter(([index]) => !done.has(index))
    const result = await applyOperation(w, {
      projectId,
      kind: 'import',
      by,
      at,
      origin,
      ...(continues === null ? {} : { continues }),
      lowersFailing: true,
      changes: left.map(([, change]) => requestOf(change)),
    })
    if (result.ok) {
      const notApproved = result.lowered.map((text) => ({
        change: left.find(([, change]) => isOf(change, text))?.[0] ?? 0,
        language: text.language,
      }))
      return { operationId: result.operationId || continues, refused, notApproved }
    }
    const now = left.flatMap(([change, wanted]) => {
      const refusal = result.refusals.find((one) => isAbout(one, wanted))
      return refusal === undefined ? [] : [{ change, code: codeOf(refusal) }]
    })
    // Each round leaves something out; a refusal that concerns none of the changes refuses them all.
    if (now.length === 0) throw failureOfRefusals(result.refusals)
    for (const one of now) done.add(one.change)
    refused.push(...now)
  }
}

/** Returns the operation that added the languages; null if there was nothing to add. */
async function addMissingLanguages(
  w: Writer,
  { projectId, languages, by, at, origin }: PushStart,
): Promise<number | null> {
  const known = new Set((await listLanguages(w, projectId)).map(({ tag }) => tag))
  const wanted = languages.map((tag, place) => requireTag(tag, `/languages/${place}`))
  const tags = [...new Set(wanted)].filter((tag) => !known.has(tag))
  if (tags.length === 0) return null
  const added = await addLanguages(w, { projectId, tags, kind: 'import', by, at, origin })
  if (!added.ok) throw failureOfRefusals(added.refusals)
  return added.operationId || null
}

/**
 * A key is removed as it was seen, or not at all: the write path itself compares no versions of removed keys.
 */
async function staleRemovals(w: Writer, { projectId, changes }: PushPart): Promise<RefusedChange[]> {
  const keyIds = changes.flatMap(([, change]) => (change.kind === 'remove-key' ? [change.keyId] : []))
  const newest = await newestVersions(w, projectId, keyIds)
  return changes.flatMap(([index, change]): RefusedChange[] => {
    if (change.kind !== 'remove-key') return []
    const version = newest.get(change.keyId)
    // A key that is already gone does not have to be removed.
    if (version === undefined) return [{ change: index, code: 'gone' }]
    return version === change.baseVersion ? [] : [{ change: index, code: 'stale-edit' }]
  })
}

function requestOf(change: PushedChange): ChangeRequest {
  switch (change.kind) {
    case 'translate': {
      const { state, ...rest } = change
      return { ...rest, ...(state === undefined ? {} : { state }) }
    }
    case 'add-key': {
      const { namespace, name, plural, path, description, maxLength, syntax, after, texts } = change
      return {
        kind: 'add-key',
        namespace,
        name,
        plural,
        path,
        ...(description === undefined ? {} : { description }),
        ...(maxLength === undefined ? {} : { maxLength }),
        ...(isSyntax(syntax) ? { syntax } : {}),
        ...(after === undefined ? {} : { after }),
        texts: new Map(
          Object.entries(texts).map(([language, { forms, state }]) => [
            language,
            { forms, ...(state === undefined ? {} : { state }) },
          ]),
        ),
      }
    }
    case 'edit-key': {
      const { name, path, description, syntax } = change.fields
      return {
        kind: 'edit-key',
        keyId: change.keyId,
        baseVersion: change.baseVersion,
        ...(change.keepOldName === false ? { dropsOldName: true } : {}),
        fields: {
          ...(name === undefined ? {} : { name, path: path ?? [name] }),
          ...(path === undefined ? {} : { path }),
          ...(description === undefined ? {} : { description }),
          ...(syntax === null || isSyntax(syntax) ? { syntax } : {}),
        },
      }
    }
    case 'remove-key':
      return { kind: 'remove-key', keyId: change.keyId }
    default:
      return change satisfies never
  }
}

function isSyntax(id: string | null | undefined): id is string {
  return id != null && syntaxById(id).id === id
}

/** Returns whether a change writes a text. */
function isOf(change: PushedChange, { keyId, language, namespace, name, plural }: LoweredText): boolean {
  if (change.kind === 'translate') return change.keyId === keyId && change.language === language
  if (change.kind !== 'add-key') return false
  return change.namespace === namespace && change.name === name && change.plural === plural
}

function isAbout(refusal: Refusal, change: PushedChange): boolean {
  const keyId = change.kind === 'add-key' ? null : change.keyId
  switch (refusal.code) {
    case 'stale-edit':
      return keyId === refusal.keyId && change.kind === 'translate' && change.language === refusal.language
    // They are written as translated instead.
    case 'failing-checks':
      throw new Error('a pushed text was refused for its checks')
    case 'stale-key':
      return keyId === refusal.keyId && change.kind === 'edit-key'
    case 'gone':
    case 'not-found':
      return keyId === refusal.keyId || (change.kind === 'add-key' && change.after === refusal.keyId)
    case 'not-allowed': {
      const { language } = refusal
      if (change.kind === 'translate') return language === null || language === change.language
      return language === null || change.kind !== 'add-key' || Object.hasOwn(change.texts, language)
    }
    case 'unknown-language':
      return change.kind === 'translate'
        ? change.language === refusal.language
        : change.kind === 'add-key' && Object.hasOwn(change.texts, refusal.language)
    case 'already-exists':
      if (change.kind === 'edit-key') return change.fields.name === refusal.name
      return (
        change.kind === 'add-key' && change.namespace === refusal.namespace && change.name === refusal.name
      )
    default:
      return refusal satisfies never
  }
}

function codeOf({ code }: Refusal): RefusedChange['code'] {
  switch (code) {
    case 'stale-key':
      return 'stale-edit'
    case 'unknown-language':
      return 'not-found'
    case 'failing-checks':
      throw new Error('a pushed text was refused for its checks')
    default:
      return code
  }
}
