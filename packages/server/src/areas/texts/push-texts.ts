import type { NotApprovedText, PushedChange, RefusedChange } from '@dragoman/contract'
import { definedOf, syntaxById } from '@dragoman/core'
import {
  addLanguages,
  applyOperation,
  type ChangeRequest,
  canAddLanguage,
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

export type StartedPush = {
  /** The operation that added languages; null if there was nothing to add. */
  readonly operationId: number | null
  /** Requested languages that the project does not have and that they cannot add. */
  readonly missing: ReadonlySet<string>
}

/** A change with its index in the request. */
type NumberedChange = readonly [index: number, change: PushedChange]

export type PushPart = Push & {
  readonly changes: readonly NumberedChange[]
  /** Languages that the project does not have and that they cannot add. */
  readonly missing: ReadonlySet<string>
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
 * Prepares a project for what someone's files contain: its message syntax if it is empty, and missing languages, as
 * far as they can add them. Throws `invalid-input` for an invalid language.
 */
export async function startPush(w: Writer, start: PushStart): Promise<StartedPush> {
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
  const writable = withoutMissing(part)
  const refused: RefusedChange[] = [...writable.refused, ...(await staleRemovals(w, part))]
  const done = new Set(refused.flatMap(({ change, language }) => (language === undefined ? [change] : [])))
  for (;;) {
    const left = writable.changes.filter(([index]) => !done.has(index))
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
      // Of a change that is refused as a whole, the text left out of it is not listed too.
      const listed = refused.filter(({ change, language }) => language === undefined || !done.has(change))
      return { operationId: result.operationId || continues, refused: listed, notApproved }
    }
    const now = result.refusals.flatMap((refusal) => {
      const [change] = left[refusal.change ?? -1] ?? []
      return change === undefined ? [] : [{ change, code: codeOf(refusal) }]
    })
    // Each round leaves something out; a refusal that concerns no single change refuses them all.
    if (now.length === 0) throw failureOfRefusals(result.refusals)
    for (const one of now) done.add(one.change)
    refused.push(...now)
  }
}

async function addMissingLanguages(
  w: Writer,
  { projectId, languages, by, at, origin }: PushStart,
): Promise<StartedPush> {
  const known = new Set((await listLanguages(w, projectId)).map(({ tag }) => tag))
  const wanted = languages.map((tag, place) => requireTag(tag, `/languages/${place}`))
  const unknown = [...new Set(wanted)].filter((tag) => !known.has(tag))
  const tags = unknown.filter((tag) => canAddLanguage(by, tag, 'import'))
  const missing = new Set(unknown.filter((tag) => !tags.includes(tag)))
  if (tags.length === 0) return { operationId: null, missing }
  const added = await addLanguages(w, { projectId, tags, kind: 'import', by, at, origin })
  if (!added.ok) throw failureOfRefusals(added.refusals)
  return { operationId: added.operationId || null, missing }
}

/**
 * Takes out what is in missing languages, and lists it: texts of known keys as whole changes, those of new keys each.
 * A key that has no other texts is not added.
 */
function withoutMissing({ changes, missing }: Pick<PushPart, 'changes' | 'missing'>): {
  readonly changes: readonly NumberedChange[]
  readonly refused: readonly RefusedChange[]
} {
  const refused: RefusedChange[] = []
  const kept = changes.flatMap(([index, change]): NumberedChange[] => {
    const leftOut = languagesOf(change).filter((language) => missing.has(language))
    if (leftOut.length === 0) return [[index, change]]
    const code = 'not-allowed'
    if (change.kind !== 'add-key' || leftOut.length === languagesOf(change).length) {
      refused.push({ change: index, code })
      return []
    }
    refused.push(...leftOut.map((language) => ({ change: index, code, language }) as const))
    const texts = Object.entries(change.texts).filter(([language]) => !missing.has(language))
    return [[index, { ...change, texts: Object.fromEntries(texts) }]]
  })
  return { changes: kept, refused }
}

/** Returns the languages that a change has texts in. */
function languagesOf(change: PushedChange): readonly string[] {
  if (change.kind === 'translate') return [change.language]
  return change.kind === 'add-key' ? Object.keys(change.texts) : []
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
        ...definedOf({ description, maxLength }),
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
      const { name, path, description, maxLength, syntax } = change.fields
      return {
        kind: 'edit-key',
        keyId: change.keyId,
        baseVersion: change.baseVersion,
        ...(change.keepOldName === false ? { dropsOldName: true } : {}),
        fields: {
          ...(name === undefined ? {} : { name, path: path ?? [name] }),
          ...definedOf({ path, description, maxLength }),
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

function codeOf({ code }: Refusal): RefusedChange['code'] {
  switch (code) {
    case 'stale-key':
      return 'stale-edit'
    case 'unknown-language':
      return 'not-found'
    // They are written as translated instead.
    case 'failing-checks':
      throw new Error('a pushed text was refused for its checks')
    default:
      return code
  }
}
