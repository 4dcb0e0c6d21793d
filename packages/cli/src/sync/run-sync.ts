import { api, isFailure, type PushedChange, type StateOfTexts } from '@dragoman/contract'
import { groupBy } from '@dragoman/core'
import { readFileInside, removeStaleTemporaries } from '@dragoman/server/sync'
import type { Connection } from '../server/connect.ts'
import { noProject } from '../server/no-project.ts'
import { CommandError } from '../terminal.ts'
import { agreeOn, entriesOf } from './agree.ts'
import { batchesOf } from './batches-of.ts'
import { collectNamespaces, type NamespaceFiles, NO_FILE, partOf } from './collect-namespaces.ts'
import { findDeleted } from './deleted-files.ts'
import { followMoved } from './follow-moved.ts'
import type { FileSet } from './local-files.ts'
import {
  changeName,
  type NamespacePlan,
  type PlannedChange,
  type Preference,
  planNamespace,
} from './plan-namespace.ts'
import { emptyNamespace, fetchNamespace, marksOf, type ServerNamespace } from './server-texts.ts'
import {
  documentOfState,
  NOTHING_AGREED,
  type OpenedState,
  type PartState,
  type SyncState,
  stateForLanguages,
  stateForProject,
} from './sync-state.ts'
import type { TooLong } from './within-limits.ts'
import { type DraftedFile, draftFiles, writeDrafted } from './write-files.ts'

export type SyncRequest = {
  readonly root: string
  readonly sets: readonly FileSet[]
  readonly connection: Connection
  readonly project: string
  readonly state: OpenedState
  readonly sends: boolean
  readonly writes: boolean
  readonly languages: ReadonlySet<string> | null
  readonly namespaces: ReadonlySet<string> | null
  readonly prefer: Preference | null
  readonly deletes: boolean
  /** Whether a project that does not exist is created. */
  readonly creates: boolean
  /** The project is not there: a dry run, which does not create it, compares with an empty one. */
  readonly isAbsent: boolean
  /** Only reports the changes. */
  readonly isDry: boolean
}

/** A namespace that differs, its plan, and the result. */
type NamespaceOutcome = {
  readonly files: NamespaceFiles
  readonly plan: NamespacePlan
  /** Files that were or would be written. */
  readonly drafted: readonly DraftedFile[]
}

export type SyncOutcome = {
  /** Number of files compared by their marks alone. */
  readonly unchangedFiles: number
  /** The changes that were or would be sent. */
  readonly sent: readonly (PlannedChange & { readonly namespace: string })[]
  readonly refused: readonly {
    readonly change: PlannedChange & { readonly namespace: string }
    readonly code: string
  }[]
  /** What was not sent, because the server stores nothing that long. */
  readonly tooLong: readonly (TooLong & { readonly namespace: string })[]
  /** Texts sent as reviewed that the server wrote as translated, because a check finds an error in them. */
  readonly notApproved: readonly {
    readonly namespace: string
    readonly name: string
    readonly language: string
  }[]
  readonly namespaces: readonly NamespaceOutcome[]
  /** Parts that were not touched, because the server no longer has their language. */
  readonly left: readonly { readonly path: string; readonly language: string }[]
  /** Parts of files that were deleted here, and whose texts stay on the server. */
  readonly deletedFiles: readonly { readonly path: string; readonly language: string }[]
  /** Files that were not created, because they are links or behind one: links are not followed. */
  readonly links: readonly string[]
  /** Namespaces of the server that have no file here. */
  readonly elsewhere: readonly string[]
  /** The message syntax of the project, if it differs from that of the files. */
  readonly otherSyntax: { readonly project: string; readonly files: string } | null
}

/** An outcome, and whether the project was created, or in a dry run would be. */
export type ReportedOutcome = SyncOutcome & { readonly isNew: boolean }

/** A request whose state is with respect to the project and languages that the server has now. */
type Running = Omit<SyncRequest, 'state'> & { readonly state: SyncState }

/** Limits how often plans are recreated while someone edits the same texts. */
const ROUNDS_AT_MOST = 5

/** One namespace in progress: requested, planned, sent. */
type Work = {
  files: NamespaceFiles
  server: ServerNamespace
  plan: NamespacePlan
}

/**
 * Syncs files and server: each namespace that differs is merged three-way, key by key, against the state that
 * both last agreed on. An interrupted run can be continued: sent changes are on the server, each file is
 * complete, and the agreed state is derived from both sides. Throws `Failure` and CommandError.
 */
export async function runSync(asked: SyncRequest): Promise<SyncOutcome> {
  const { languages, namespaces } = asked
  const state = await stateOfServer(asked)
  const added = addedIn(state)
  if (state.identity !== undefined) await asked.state.follow(state.identity, asked.isDry)
  const stored = asked.isAbsent ? NOTHING_AGREED : stateForProject(asked.state, state.identity)
  const { root, sets } = asked
  const followed = await followMoved({ root, sets, state: stateForLanguages(stored, added) })
  const request: Running = { ...asked, state: followed }
  requireKnown(request, state)
  const marks = marksOf(state)
  // A pull writes deleted files again.
  const deleted = request.sends ? await findDeleted(request, marks) : []
  const collected = await collectNamespaces({ ...request, deleted }, { state, marks })
  const { elsewhere } = collected
  const { found, links } = await withoutLinks(request.root, collected.found)
  const isAsked = ({ namespace }: NamespaceFiles) => namespaces?.has(namespace) ?? true
  const isDue = (files: NamespaceFiles) => files.isDue && isAsked(files)
  const left = found.filter(isAsked).flatMap((files) => files.left)
  const work: Work[] = []
  for (const files of found.filter(isDue)) work.push(await planned(request, files, state.languages))
  if (!request.isDry) {
    if (state.identity !== undefined) await keepIdentity(request)
    await keepLeft(request.state, left)
  }
  if (request.writes && !request.isDry) await removeStaleTemporaries(request.root, foldersOf(request.sets))
  const sent = request.sends ? await send(request, work, state.languages) : NOTHING_SENT
  const isNew = ({ language }: { readonly language: string }) => !state.languages.includes(language)
  if (request.sends && !request.isDry && work.some(({ files }) => files.parts.some(isNew)))
    // It was added by the changes that were sent.
    for (const [language, operation] of addedIn(await stateOfServer(asked))) added.set(language, operation)
  const outcomes: NamespaceOutcome[] = []
  for (const { files, server, plan } of work) {
    const drafted = request.writes ? draftFiles(files, { server, plan }) : []
    if (!request.isDry) {
      const written = await writeDrafted(request.root, drafted)
      await keepState(request, { files, server, plan, written })
    }
    outcomes.push({ files, plan, drafted })
  }
  return {
    ...sent,
    unchangedFiles: found.filter((one) => !isDue(one)).reduce((sum, one) => sum + countFiles(one), 0),
    namespaces: outcomes,
    tooLong: request.sends
      ? work.flatMap(({ files: { namespace }, plan }) => plan.tooLong.map((one) => ({ ...one, namespace })))
      : [],
    left: left.filter(({ language }) => languages?.has(language) ?? true),
    deletedFiles: request.deletes
      ? []
      : deleted.filter(({ namespace }) => namespaces?.has(namespace) ?? true),
    links,
    elsewhere: languages === null && namespaces === null ? elsewhere : [],
    otherSyntax: otherSyntaxOf(request, state),
  }
}

function foldersOf(sets: readonly FileSet[]): ReadonlySet<string> {
  return new Set(sets.flatMap(({ files }) => files.map(({ path }) => path.replace(/\/?[^/]*$/, ''))))
}

/**
 * A project with texts keeps its syntax: placeholders in files of another syntax would be checked as plain
 * words.
 */
function otherSyntaxOf({ sets }: Running, { syntax, texts }: StateOfTexts): SyncOutcome['otherSyntax'] {
  const files = sets[0]?.syntax ?? syntax
  return texts.length === 0 || files === syntax ? null : { project: syntax, files }
}

const NOTHING_SENT: Pick<SyncOutcome, 'sent' | 'refused' | 'notApproved'> = {
  sent: [],
  refused: [],
  notApproved: [],
}

function addedIn({ added = [] }: StateOfTexts): Map<string, number> {
  return new Map(added.map(({ language, operationId }) => [language, operationId]))
}

async function stateOfServer(request: Omit<SyncRequest, 'state'>): Promise<StateOfTexts> {
  const { connection, project, sets, sends, creates, isAbsent } = request
  if (isAbsent) return stateOfNew(sets)
  const state = await connection
    .call(api.texts.state, { params: { project } })
    .catch(async (error: unknown) => {
      if (isFailure(error, 'not-found')) throw await noProject(connection, project, sends && !creates)
      throw error
    })
  const [first] = sets
  if (first !== undefined && first.sourceLanguage !== state.sourceLanguage)
    throw new CommandError(
      `The files are translated from ${first.sourceLanguage}, the project ${project} from ${state.sourceLanguage}. Set the right one as "sourceLanguage" in dragoman.json.`,
    )
  return state
}

/** Returns the state of a project that is created for these files. */
function stateOfNew([first]: readonly FileSet[]): StateOfTexts {
  const { sourceLanguage = 'en', syntax = '' } = first ?? {}
  const added = [{ language: sourceLanguage, operationId: 0 }]
  return { sourceLanguage, syntax, languages: [sourceLanguage], added, texts: [] }
}

/** Fetches a namespace from the server and plans it. */
async function planned(request: Running, found: NamespaceFiles, known: readonly string[]): Promise<Work> {
  const server = await fetchFor(request, found, known)
  const files = withSent(request, found, server)
  const plan = planOf(request, files, server)
  // Whether a key can be removed depends on all languages.
  if (!plan.changes.some(({ change }) => change.kind === 'remove-key')) return { files, server, plan }
  const whole = await fetchFor(request, files, known, 'all')
  return { files, server: whole, plan: planOf(request, files, whole) }
}

/**
 * Sends the planned changes and plans again with the server's new state until no changes are left, so that
 * concurrent changes of others are merged too. A dry run only reports what it would send.
 */
async function send(
  request: Running,
  work: readonly Work[],
  known: readonly string[],
): Promise<Pick<SyncOutcome, 'sent' | 'refused' | 'notApproved'>> {
  const sent: SyncOutcome['sent'][number][] = []
  const refused: SyncOutcome['refused'][number][] = []
  const notApproved: SyncOutcome['notApproved'][number][] = []
  const given = new Set<string>()
  let stale = work
  for (let round = 1; ; round++) {
    const wanted = stale.flatMap((of) => {
      const { namespace } = of.files
      const changes = of.plan.changes.filter((change) => !given.has(changeName(change, namespace)))
      return changes.map((change) => ({ ...change, namespace, of }))
    })
    if (request.isDry) return { sent: wanted, refused, notApproved }
    if (wanted.length === 0) return { sent, refused, notApproved }
    if (round > ROUNDS_AT_MOST)
      throw new CommandError(
        'Someone keeps changing the same texts. What was sent so far is saved; run it again.',
      )
    if (round === 1)
      for (const { files, plan } of stale) if (plan.changes.length > 0) await keepSending(request, files)
    for (const batch of batchesOf(wanted)) {
      const reply = await push(
        request,
        batch.map(({ change }) => change),
      )
      // A text that was left out of a new key is sent again next, and then it is the whole change that is refused.
      const whole = reply.refused.filter(({ language }) => language === undefined)
      const codes = new Map(whole.map(({ change, code }) => [change, code]))
      for (const [index, change] of batch.entries()) {
        const code = codes.get(index)
        if (code === undefined) sent.push(change)
        // Any other code means that someone else was faster; their change is merged.
        if (code !== 'not-allowed') continue
        given.add(changeName(change, change.namespace))
        refused.push({ change, code })
      }
      for (const { change: index, language } of reply.notApproved) {
        const change = batch[index]
        if (change === undefined) continue
        // The file still has it as reviewed, which is no reason to send it again.
        given.add(changeName(change, change.namespace))
        notApproved.push({ namespace: change.namespace, name: change.name, language })
      }
    }
    stale = [...new Set(wanted.map(({ of }) => of))]
    for (const one of stale) Object.assign(one, await planned(request, one.files, known))
  }
}

/**
 * Adds the texts that an interrupted run had sent to the agreed state, as far as the server has them. If the
 * file has changed since, that counts as a change of one side only.
 */
function withSent(request: Running, files: NamespaceFiles, server: ServerNamespace): NamespaceFiles {
  if (files.parts.every(({ sending }) => sending === null)) return files
  const { sides } = planOf(request, files, server)
  const parts = files.parts.map((part) => {
    if (part.sending === null) return part
    const document = documentOfState(part.sending, files.set.format)
    const agreed = agreeOn(part, document, { sides, server, hasPushed: true })
    return { ...part, agreed: { ...agreed, mark: null }, sending: null }
  })
  return { ...files, parts }
}

/**
 * Stores the changes to send next to the agreed state, because the run can be interrupted before it gets a
 * reply.
 */
async function keepSending({ state }: Running, { parts }: NamespaceFiles): Promise<void> {
  for (const path of new Set(parts.map((part) => part.path))) {
    const own = parts.filter((part) => part.path === path)
    const before = await state.read(path)
    const rest = (list: readonly PartState[] = []) => list.filter((one) => partOf(own, one) === null)
    await state.write(path, {
      hash: before?.hash ?? NO_FILE,
      parts: [
        ...rest(before?.parts),
        ...own.flatMap(({ agreed }) => (agreed === null ? [] : [{ ...agreed, mark: null }])),
      ],
      sending: [
        ...rest(before?.sending),
        ...own.map(({ language, namespace, document }) => {
          return { language, namespace, mark: null, entries: entriesOf(document) }
        }),
      ],
    })
  }
}

/** Leaves out the files to create that are links, which count as missing because links are not followed. */
async function withoutLinks(
  root: string,
  namespaces: readonly NamespaceFiles[],
): Promise<{ readonly found: readonly NamespaceFiles[]; readonly links: readonly string[] }> {
  const links = new Set<string>()
  for (const { path } of namespaces.flatMap(({ missing }) => missing)) {
    const file = await readFileInside(root, path)
    if (file.kind === 'unreadable' && file.code === 'link') links.add(path)
  }
  const found = namespaces.map((files) => {
    const missing = files.missing.filter(({ path }) => !links.has(path))
    return { ...files, missing, isDue: files.parts.length > 0 || missing.length > 0 }
  })
  return { found, links: [...links].sort() }
}

/** States of older versions belong to the project that was there at the first run of this one, on this server. */
async function keepIdentity({ state, sets }: Running): Promise<void> {
  for (const path of new Set(sets.flatMap(({ files }) => files.map((file) => file.path)))) {
    const before = await state.read(path)
    if (before !== null && (before.identity === undefined || before.server === undefined))
      await state.write(path, before)
  }
}

/** Marks the state of removed languages, so that one that is added again on the server counts as new. */
async function keepLeft(state: SyncState, left: NamespaceFiles['left']): Promise<void> {
  for (const { path, language, namespace, agreed } of left) {
    const before = await state.read(path)
    if (before === null || agreed === null || agreed.isLeft) continue
    const parts = before.parts.map((one): PartState => {
      const isOwn = one.language === language && one.namespace === namespace
      return isOwn ? { ...one, isLeft: true } : one
    })
    await state.write(path, { ...before, parts })
  }
}

function countFiles({ parts, others, left }: NamespaceFiles): number {
  return new Set([...parts, ...others, ...left].map(({ path }) => path)).size
}

function planOf(request: Running, files: NamespaceFiles, server: ServerNamespace): NamespacePlan {
  const { prefer, deletes, sends, languages } = request
  const { namespace, parts, others } = files
  const { format, sourceLanguage } = files.set
  const replaces = (language: string) =>
    !sends || language === sourceLanguage || (languages?.has(language) ?? false)
  const all = { namespace, format, sourceLanguage, parts, others, server, prefer, replaces, deletes }
  return planNamespace(all)
}

/**
 * Fetches the languages that differ and the source; all languages if a key can be removed or a file can be
 * new.
 */
async function fetchFor(
  { connection, project, isAbsent }: Running,
  files: NamespaceFiles,
  known: readonly string[],
  which: 'due' | 'all' = 'due',
): Promise<ServerNamespace> {
  if (isAbsent) return emptyNamespace()
  const own = new Set([
    files.set.sourceLanguage,
    ...files.parts.map(({ language }) => language),
    ...files.missing.map(({ language }) => language),
  ])
  // A language added by this run's changes was not known before.
  const languages = which === 'all' ? [...new Set([...known, ...own])] : [...own]
  return fetchNamespace(connection, project, { namespace: files.namespace, languages })
}

async function push({ connection, project, sets }: Running, changes: readonly PushedChange[]) {
  const languages = new Set(
    changes.flatMap((change) => {
      if (change.kind === 'translate') return [change.language]
      return change.kind === 'add-key' ? Object.keys(change.texts) : []
    }),
  )
  const paths = new Set(sets.flatMap(({ files }) => files.map(({ path }) => path)))
  const [path = 'files'] = paths
  const origin = paths.size === 1 ? path.slice(-500) : `${paths.size} files`
  const syntax = sets[0]?.syntax
  return connection.call(api.texts.push, {
    params: { project },
    body: {
      origin,
      languages: [...languages],
      ...(syntax === undefined ? {} : { syntax }),
      changes: [...changes],
    },
  })
}

type Keeping = {
  readonly files: NamespaceFiles
  readonly server: ServerNamespace
  readonly plan: NamespacePlan
  readonly written: Awaited<ReturnType<typeof writeDrafted>>
}

/** Stores the state that both sides now agree on, one complete file at a time. */
async function keepState(
  { state, sends }: Running,
  { files, server, plan, written }: Keeping,
): Promise<void> {
  const { set, parts } = files
  const byPath = groupBy(parts, (part) => part.path)
  for (const [path, own] of byPath) {
    const file = set.files.find((one) => one.path === path)
    const now = written.get(path)
    const agreed = own.map((part) => {
      const document = now?.documents.get(part.language) ?? part.document
      return agreeOn(part, document, { sides: plan.sides, server, hasPushed: sends })
    })
    const before = await state.read(path)
    // A deleted file is forgotten once the server has deleted all of its texts.
    const hashOfDeleted = agreed.some(({ entries }) => entries.length > 0) ? before?.hash : NO_FILE
    const hash = now?.hash ?? file?.hash ?? hashOfDeleted ?? NO_FILE
    const isAgreed = (one: PartState) => partOf(agreed, one) !== null
    // Other parts keep their agreed state, but their file might have changed.
    const rest = (before?.parts ?? []).filter((one) => !isAgreed(one))
    const kept = rest.map((one) => (before?.hash === hash ? one : { ...one, mark: null }))
    const sending = (before?.sending ?? []).filter((one) => !isAgreed(one))
    await state.write(path, {
      hash,
      parts: [...kept, ...agreed],
      ...(sending.length === 0 ? {} : { sending }),
    })
  }
  for (const { path, language } of files.missing) {
    const mark = server.marks.get(language) ?? null
    const now = written.get(path)
    // A new file has the server's texts; if there were none, no file is created until the texts change.
    const part = { language, namespace: files.namespace, mark: null, entries: [] }
    const document = now?.documents.get(language)
    if (now === undefined || document === undefined)
      await state.write(path, { hash: NO_FILE, parts: [{ ...part, mark }] })
    else {
      const made = {
        path,
        language,
        namespace: files.namespace,
        side: 'target' as const,
        document,
        agreed: null,
        sending: null,
      }
      const agreed = agreeOn(made, document, { sides: plan.sides, server, hasPushed: true })
      await state.write(path, { hash: now.hash, parts: [agreed] })
    }
  }
}

/** Throws CommandError for a requested name that exists on neither side. */
function requireKnown({ languages, namespaces, sets }: Running, state: StateOfTexts): void {
  const parts = sets.flatMap(({ files }) => files.flatMap((file) => file.parts))
  const known = (field: 'language' | 'namespace') =>
    [...new Set([...parts, ...state.texts].map((one) => one[field]))].sort()
  const places = [
    [languages, [...new Set([...known('language'), ...state.languages])].sort(), 'language'],
    [namespaces, known('namespace'), 'namespace'],
  ] as const
  for (const [asked, there, what] of places)
    for (const name of asked ?? [])
      if (!there.includes(name))
        throw new CommandError(
          `Neither the files nor the server have the ${what} ${name}. They have ${there.join(', ')}.`,
        )
}
