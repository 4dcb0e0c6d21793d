import { type ActorId, append, type MovedKeys, type OperationKind, userIdOf } from '@dragoman/core'
import {
  addsSourceTexts,
  batchesByIds,
  batchesToCount,
  batchesToCountAgain,
  type ChangedStrings,
  languagesToNotify,
  listLanguages,
  openIn,
  operationById,
  type ProjectPerson,
  type ProjectRow,
  projectById,
  projectPeople,
  type Reader,
} from '@dragoman/store'
import type { ContentChanged } from '../../events/content-by-project.ts'
import { endLostStrings } from '../end-lost-strings.ts'
import { namespacesOfInterest, WORKED_NOTED_AGAIN_MS } from '../interested-people.ts'
import type { Effect, NotificationRule } from '../rule.ts'
import { subjectIdsOf } from '../subject-ids-of.ts'

/** Operations that show that a person works in a language. */
const WORK: ReadonlySet<string> = new Set(['save', 'bulk'] satisfies OperationKind[])

/** New strings, which have a source text now, and changed source texts; translated ones no longer need anyone. */
export const followStrings = {
  async followContent(r, { projectId, events }, now) {
    const project = await projectById(r, projectId)
    if (project === null) return []
    const languages = await listLanguages(r, projectId)
    const source = languages.find(({ tag }) => tag === project.sourceLanguage)
    if (source === undefined) return []
    const targets = languages.filter((language) => language !== source).map(({ tag }) => tag)
    const changes = await Promise.all(events.map((event) => changeOf(r, project, event)))
    const batches = await batchesOf(r, projectId, changes, targets)
    // Where they work is part of the memberships, which a translation branch has from its project.
    const work = await workOf(r, project.parentId ?? projectId, changes, now)
    return [
      // In the order in which it happened: what was added before someone's first save does not concern them.
      ...changes.flatMap((change) => [...(batches.get(change) ?? []), ...(work.get(change) ?? [])]),
      ...movesOf(projectId, changes),
      ...(await recount(r, { projectId, source }, changes, targets)),
    ]
  },
  follow: endLostStrings,
  async load(r, rows) {
    const batches = await batchesByIds(r, subjectIdsOf(rows))
    const people = new Map<number, ReadonlyMap<number, ProjectPerson>>()
    return async ({ subjectId, projectId, userId }) => {
      const batch = subjectId === null ? undefined : batches.get(subjectId)
      if (batch === undefined) return {}
      // Whenever they worked there: a line that they got stays theirs while they have the rights.
      const known = people.get(projectId) ?? (await projectPeople(r, projectId, ''))
      people.set(projectId, known)
      const left = openIn(batch, namespacesOfInterest(known.get(userId), batch.language))
      return { strings: Array.from(left, ([namespace, count]) => ({ namespace, count })) }
    }
  },
} satisfies NotificationRule

/** What an event says about the work on strings. */
type StringChange = {
  readonly operationId: number
  readonly actorId: ActorId | null
  readonly operation: NonNullable<ContentChanged['payload']['operation']> | null
  /** Source texts were written or removed. */
  readonly isSourceAffected: boolean
  readonly isSourceWritten: boolean
  /** Languages other than the source language that were written. */
  readonly languages: readonly string[]
  /** How many keys were added, edited or removed, and how many source texts were written, by namespace. */
  readonly keys: ReadonlyMap<string, number>
  readonly sourceTexts: ReadonlyMap<string, number>
  readonly moved: readonly MovedKeys[]
  /** Keys that were written, or whose texts were; null: too many to list, or a language was added or removed. */
  readonly keyIds: readonly number[] | null
}

async function changeOf(
  r: Reader,
  { id, sourceLanguage }: ProjectRow,
  { actorId, payload }: ContentChanged,
): Promise<StringChange> {
  const { operationId, files } = payload
  const languages = [...new Set(files.map(({ language }) => language))]
  const isSourceAffected = languages.includes(sourceLanguage)
  return {
    operationId,
    actorId,
    operation: payload.operation === undefined ? await askOperation(r, id, operationId) : payload.operation,
    isSourceAffected,
    isSourceWritten: isSourceAffected && files.some(({ texts }) => texts > 0),
    languages: languages.filter((language) => language !== sourceLanguage),
    keys: new Map(payload.namespaces.map(({ namespace, keys }) => [namespace, keys])),
    sourceTexts: new Map(
      files.flatMap(({ language, namespace, texts }) =>
        language === sourceLanguage ? [[namespace, texts]] : [],
      ),
    ),
    moved: payload.moved ?? [],
    keyIds: keyIdsOf(payload),
  }
}

function keyIdsOf({ keys, translations }: ContentChanged['payload']): readonly number[] | null {
  return keys && translations && [...keys, ...translations.map(({ keyId }) => keyId)]
}

/** For events of earlier program versions. */
async function askOperation(
  r: Reader,
  projectId: number,
  operationId: number,
): Promise<StringChange['operation']> {
  const operation = await operationById(r, projectId, operationId)
  return operation && { kind: operation.kind, keysAdded: operation.summary.keysAdded }
}

type EffectsOf = ReadonlyMap<StringChange, readonly Effect[]>

/** Returns what changes say about the languages in which people work, with the first change that says it. */
async function workOf(
  r: Reader,
  projectId: number,
  changes: readonly StringChange[],
  now: Date,
): Promise<EffectsOf> {
  const since = new Date(now.getTime() - WORKED_NOTED_AGAIN_MS).toISOString()
  const firstOf = new Map<number, Map<string, StringChange>>()
  for (const change of changes) {
    const userId = userIdOf(change.actorId)
    if (userId === null || change.operation === null || !WORK.has(change.operation.kind)) continue
    const first = firstOf.get(userId) ?? new Map<string, StringChange>()
    firstOf.set(userId, first)
    for (const language of change.languages) if (!first.has(language)) first.set(language, change)
  }
  const effects = new Map<StringChange, Effect[]>()
  for (const [userId, first] of firstOf) {
    const unnoted = await languagesToNotify(r, { userId, projectId, languages: [...first.keys()] }, since)
    for (const language of unnoted) {
      const change = first.get(language)
      if (change === undefined) continue
      const effect: Effect = { kind: 'worked', userId, projectId, languages: [language] }
      append(effects, change, effect)
    }
  }
  return effects
}

async function batchesOf(
  r: Reader,
  projectId: number,
  changes: readonly StringChange[],
  languages: readonly string[],
): Promise<EffectsOf> {
  // What an undo restores was known before.
  const own = changes.filter(({ operation }) => operation !== null && operation.kind !== 'undo')
  const writing = own.filter(({ isSourceWritten }) => isSourceWritten)
  const asked = writing.flatMap(({ operation, operationId }) =>
    operation?.keysAdded === 0 ? [operationId] : [],
  )
  const withNew = await addsSourceTexts(r, projectId, asked)
  return new Map(
    own.map((change): [StringChange, Effect[]] => {
      const { operation, operationId, actorId, isSourceWritten, keys, sourceTexts } = change
      const batch = { kind: 'batch', projectId, operationId, actorId, languages } as const
      const isNew = (operation?.keysAdded ?? 0) > 0 || withNew.has(operationId)
      return [
        change,
        [
          ...(isNew ? [{ ...batch, batch: 'new-strings' as const, keys: most(keys, sourceTexts) }] : []),
          ...(isSourceWritten ? [{ ...batch, batch: 'source-changed' as const, keys: sourceTexts }] : []),
        ],
      ]
    }),
  )
}

/** Returns the greater of two numbers of keys, by namespace. */
function most(
  one: ReadonlyMap<string, number>,
  other: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const names = new Set([...one.keys(), ...other.keys()])
  return new Map([...names].map((name) => [name, Math.max(one.get(name) ?? 0, other.get(name) ?? 0)]))
}

function movesOf(projectId: number, changes: readonly StringChange[]): readonly Effect[] {
  const moved = changes.flatMap((change) => change.moved)
  return moved.length === 0 ? [] : [{ kind: 'moved', projectId, moved }]
}

async function recount(
  r: Reader,
  of: Pick<ChangedStrings, 'projectId' | 'source'>,
  changes: readonly StringChange[],
  all: readonly string[],
): Promise<readonly Effect[]> {
  const written = writtenBy(changes, all)
  // Nothing is left in a language that was removed.
  const languages = written.keys === null ? null : written.languages
  const changed = await batchesToCount(r, { ...of, ...written, languages })
  const undos = changes.filter(({ operation }) => operation?.kind === 'undo')
  const restoresKeys = undos.some(({ keys }) => keys.size > 0)
  const undone = { ...of, ...writtenBy(undos, all), restoresKeys }
  const again = undos.length === 0 ? [] : [await batchesToCountAgain(r, undone)]
  return [changed, ...again].flatMap((batches): Effect[] =>
    batches.ids.length === 0 ? [] : [{ kind: 'recount', batches }],
  )
}

/**
 * Returns the keys that changes have written (null: too many to list) and the languages in which strings can be left
 * now, or no longer: all, if they have written or removed source texts.
 */
function writtenBy(
  changes: readonly StringChange[],
  all: readonly string[],
): Pick<ChangedStrings, 'keys' | 'moved' | 'operations'> & { readonly languages: readonly string[] } {
  const named = changes.flatMap(({ keyIds }) => keyIds ?? [])
  const written = new Set(changes.flatMap((change) => change.languages))
  return {
    keys: changes.some(({ keyIds }) => keyIds === null) ? null : [...new Set(named)],
    languages: changes.some(({ isSourceAffected }) => isSourceAffected) ? all : [...written],
    moved: changes.flatMap((change) => change.moved),
    operations: changes.map(({ operationId }) => operationId),
  }
}
